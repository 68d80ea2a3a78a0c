import { trustRealm } from '../browser/trusted-script.ts';

/** A document of its own, with its own globals, for the script of one attempt. */
export interface Realm {
  readonly window: Window;
  readonly document: Document;
}

/** What an issuer's page may use: Secure Payment Confirmation, and a passkey instead of a code. */
export const issuersMay = 'payment; publickey-credentials-get';

/**
 * Opens a same-origin frame inside `container` and gives its empty document.
 * It has no `sandbox`: with scripts and its origin allowed that would hold nothing back, and banks'
 * pages open their apps by links that a sandbox stops.
 */
export function openRealm(container: Element, title: string): Promise<Realm> {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('part', 'challenge-frame');
  frame.allow = issuersMay;
  return new Promise((resolve, reject) => {
    // Firefox replaces the first about:blank document when it fires `load`; only then is it ours.
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
