/** Is a document of its own, with its own globals, for the script of one attempt. */
export interface Realm {
  readonly window: Window;
  readonly document: Document;
}

/**
 * Opens a same-origin frame inside `container` and gives its empty document.
 * The sandbox leaves out top navigation, so that a bank page cannot break out of the shop.
 */
export function openRealm(container: Element, title: string): Promise<Realm> {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('part', 'challenge-frame');
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-modals',
  );
  frame.allow = 'payment; publickey-credentials-get';
  return new Promise((resolve, reject) => {
    // Firefox replaces the first about:blank document when it fires `load`; only then is it ours.
    frame.addEventListener(
      'load',
      () => {
        const { contentWindow, contentDocument } = frame;
        if (contentWindow && contentDocument) {
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
