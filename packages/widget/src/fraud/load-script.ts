import { trustedScriptUrl } from '../browser/trusted-script.ts';
import type { FraudSettings } from './adapter.ts';

/** Inserts a fraud script into the page; resolves when it has run, rejects if it cannot be loaded. */
export function loadScript(
  { scriptUrl, nonce, options }: FraudSettings,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const script = document.createElement('script');
  if (nonce !== undefined) script.nonce = nonce;
  const integrity = options.get('integrity');
  if (integrity !== undefined) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  script.async = true;
  script.src = trustedScriptUrl(scriptUrl);
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve(), { once: true });
    const failed = (): void => {
      script.remove();
      reject(new Error('the fraud script is blocked'));
    };
    script.addEventListener('error', failed, { once: true });
  });
  document.head.append(script);
  return loaded;
}
