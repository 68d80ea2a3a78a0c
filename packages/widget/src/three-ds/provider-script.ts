import { trustedScriptUrl } from '../browser/trusted-script.ts';
import type { ThreeDSSettings } from './adapter.ts';
import type { Realm } from './realm.ts';

/** Inserts a provider's script into a realm; `onBlocked` runs if it cannot be loaded. */
export function insertProviderScript(
  { document }: Realm,
  { scriptUrl, nonce }: ThreeDSSettings,
  { onLoad, onBlocked }: { onLoad?: () => void; onBlocked: () => void },
): void {
  const script = document.createElement('script');
  if (nonce !== undefined) script.nonce = nonce;
  if (onLoad) script.addEventListener('load', onLoad, { once: true });
  script.addEventListener('error', onBlocked, { once: true });
  script.src = trustedScriptUrl(scriptUrl);
  document.head.append(script);
}

/** Opens a connection to the provider's host, which outlives the link that requests it. */
export function connectEarly({ scriptUrl }: ThreeDSSettings): void {
  const link = document.createElement('link');
  link.rel = 'preconnect';
  link.href = new URL(scriptUrl).origin;
  document.head.append(link);
  link.remove();
}
