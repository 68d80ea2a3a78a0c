import { trustRealm } from '../browser/trusted-script.ts';

/** A document with its own globals, for the script of one attempt. */
export interface Realm {
  readonly window: Window;
  readonly document: Document;
}

/** Permissions Policy of the issuer's page: Secure Payment Confirmation, and passkeys. */
export const issuerPermissions = 'payment; publickey-credentials-get';

/**
 * Opens a frame in `container`, with the document of `url` or an empty one. It has no `sandbox`: issuers'
 * pages inside would inherit it. Without `allow-same-origin` they would have no cookies, no storage and
 * no passkeys; with it, it would restrict nothing but the links by which they open their apps.
 */
export function openFrame(
  container: Element,
  title: string,
  url?: string,
): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('part', 'challenge-frame');
  frame.allow = issuerPermissions;
  if (url !== undefined) frame.src = url;
  return new Promise((resolve) => {
    // Firefox replaces the first about:blank document when it fires `load`.
    frame.addEventListener('load', () => resolve(frame), { once: true });
    container.append(frame);
  });
}

/** Opens a frame of the page's own origin and returns its document. */
export async function openRealm(container: Element, title: string, url?: string): Promise<Realm> {
  const { contentWindow, contentDocument } = await openFrame(container, title, url);
  if (!contentWindow || !contentDocument) throw new Error('The frame has no document');
  trustRealm(contentWindow);
  return { window: contentWindow, document: contentDocument };
}
