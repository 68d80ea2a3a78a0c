import type { Messages } from '../locales/messages.ts';
import type { ChallengeHost } from './adapter.ts';
import { openRealm, type Realm } from './realm.ts';

/**
 * Holds the realm of one attempt in a `<dialog>` of the top layer, so that no other dialog, focus trap
 * or stacking of the page can cover it. Until it is shown it is laid out, but cannot be seen or reached.
 */
export class ChallengeDialog implements ChallengeHost {
  readonly #dialog = document.createElement('dialog');
  readonly #messages: Messages;

  /** Puts the dialog into `root`; `onCancel` is called for the button and for Escape. */
  constructor(root: ParentNode, messages: Messages, onCancel: () => void) {
    this.#messages = messages;
    const title = document.createElement('h2');
    title.id = 'challenge-title';
    title.textContent = messages.challengeTitle;
    const cancel = document.createElement('button');
    cancel.type = 'button';
    cancel.textContent = messages.cancel;
    cancel.setAttribute('part', 'challenge-cancel');
    cancel.addEventListener('click', onCancel);
    const header = document.createElement('header');
    header.append(title, cancel);

    this.#dialog.setAttribute('part', 'challenge');
    this.#dialog.setAttribute('aria-labelledby', title.id);
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      onCancel();
    });
    this.#dialog.append(header);
    root.append(this.#dialog);
  }

  openRealm(): Promise<Realm> {
    return openRealm(this.#dialog, this.#messages.challengeFrame);
  }

  show(): void {
    if (this.#dialog.isConnected && !this.#dialog.open) this.#dialog.showModal();
  }

  /** Takes the dialog away with everything in it, and gives the focus back. */
  remove(): void {
    this.#dialog.close();
    this.#dialog.remove();
  }
}
