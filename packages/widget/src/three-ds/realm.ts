import { trustRealm } from '../browser/trusted-script.ts';

/** A document with its own globals, for one attempt's script. */
export interface Realm {
  readonly window: Window;
  readonly document: Document;
}

/**
 * Permissions Policy of the issuer's page: Secure Payment Confirmation, passkeys, and codes by text message. Without `*`, they
 * would be for the origin of `src` alone, and a frame into which a form is posted has none.
 */
export const issuerPermissions = 'payment *; publickey-credentials-get *; otp-credentials *';

/** A provider's script, and the CSP nonce with which a page allows it. */
interface ProviderScript {
  scriptUrl: string;
  nonce: string | undefined;
}

/**
 * Opens a frame in `container`, with the document of `url` or an empty one; that loads `script`, which
 * doesn't run yet, as the proxy's document does itself. It has no `sandbox`, which issuers' pages inside
 * would inherit. Without `allow-same-origin` they would have no cookies, no storage and no passkeys; with
 * it, `sandbox` would only restrict the links that open their apps.
 */
export async function openFrame(
  container: Element,
  title: string,
  url?: string,
  script?: ProviderScript,
  onLost: () => void = () => undefined,
): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('part', 'challenge-frame');
  frame.allow = issuerPermissions;
  if (url !== undefined) frame.src = url;
  await new Promise((resolve) => {
    // Firefox replaces the first about:blank document when it fires `load`
    // (https://bugzilla.mozilla.org/show_bug.cgi?id=543435).
    frame.addEventListener('load', resolve, { once: true });
    container.append(frame);
  });
  if (script && url === undefined) {
    const { scriptUrl: href, nonce = '' } = script;
    const link = document.createElement('link');
    link.addEventListener('error', onLost);
    Object.assign(link, { rel: 'preload', as: 'script', href, nonce });
    frame.contentDocument?.head.append(link);
  }
  return frame;
}

/** Returns the document in a frame of the page's own origin. */
export function realmIn({ contentWindow, contentDocument }: HTMLIFrameElement): Realm {
  if (!contentWindow || !contentDocument) throw new Error('The frame has no document');
  trustRealm(contentWindow);
  return { window: contentWindow, document: contentDocument };
}

/** How long a loaded script may be unused; Chromium warns in the console after about 3 s. */
export const unusedMs = 2_000;

/** Sizes of a challenge window in EMV 3DS 2.2: 500 × 600, 600 × 400, and full screen. */
export type WindowSize = '03' | '04' | '05';

/**
 * Returns the largest challenge window that fits into the realm. Full screen is whatever is narrower than
 * the dialog can be, as on phones.
 */
export function windowSizeIn({
  innerWidth,
  innerHeight,
}: Pick<Window, 'innerWidth' | 'innerHeight'>): WindowSize {
  if (innerWidth < 600 || innerHeight < 400) return '05';
  return innerHeight < 600 ? '04' : '03';
}
