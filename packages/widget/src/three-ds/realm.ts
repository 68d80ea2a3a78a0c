import { trustRealm } from '../browser/trusted-script.ts';

/** A document with its own globals, for the script of one attempt. */
export interface Realm {
  readonly window: Window;
  readonly document: Document;
}

/** Permissions Policy of the issuer's page: Secure Payment Confirmation, and passkeys. */
export const issuerPermissions = 'payment; publickey-credentials-get';

/**
 * Opens a same-origin frame in `container` and returns its empty document, which is that of `url` if
 * given. It has no `sandbox`: with scripts and its origin allowed, a sandbox would not restrict it, but
 * it would stop the links by which banks' pages open their apps.
 */
export function openRealm(container: Element, title: string, url?: string): Promise<Realm> {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('part', 'challenge-frame');
  frame.allow = issuerPermissions;
  if (url !== undefined) frame.src = url;
  return new Promise((resolve, reject) => {
    // Firefox replaces the first about:blank document when it fires `load`.
    frame.addEventListener(
      'load',
      () => {
        const { contentWindow, contentDocument } = frame;
        if (contentWindow && contentDocument) {
          trustRealm(contentWindow);
          resolve({ window: contentWindow, document: contentDocument });
        } else {
          reject(new Error('The frame has no document'));
        }
      },
      { once: true },
    );
    container.append(frame);
  });
}
