import type { ChallengeHost } from './adapter.ts';
import { watchPolicyOf } from '../browser/page-policy.ts';
import stylesheet from './challenge-dialog.css?inline';
import { openFrame, openRealm, type Realm } from './realm.ts';

/** Texts of the dialog, in the buyer's language. */
export interface ChallengeTexts {
  challengeTitle: string;
  /** The bank may ask in its app; undefined until its file has loaded. */
  challengeInApp?: string;
  /** How to leave the bank's page, which keeps Escape to itself. */
  challengeLeave: string;
  /** Names the frame of the bank's page. */
  challengeFrame: string;
  cancel: string;
}

/** What the dialog shows, and whom it tells. */
interface Challenge {
  texts: ChallengeTexts;
  realmUrl: string | undefined;
  onChallenge: ((isOpen: boolean) => void) | undefined;
}

/**
 * A `<dialog>` with the realm of one attempt. In the top layer, no other dialog, focus trap or stacking
 * context can cover it. Until it is shown it is laid out, but cannot be seen or focused.
 */
export class ChallengeDialog implements ChallengeHost {
  readonly #dialog = document.createElement('dialog');
  readonly #root: ShadowRoot;
  readonly #styles = new CSSStyleSheet();
  readonly #challenge: Challenge;
  readonly #onCancel: () => void;

  /** Adds the dialog to `root`; `onCancel` runs for the button and for Escape. */
  constructor(root: ShadowRoot, challenge: Challenge, onCancel: () => void) {
    const { texts } = challenge;
    this.#root = root;
    this.#challenge = challenge;
    this.#onCancel = onCancel;
    const title = document.createElement('h2');
    title.id = 'challenge-title';
    title.textContent = texts.challengeTitle;
    const inApp = document.createElement('p');
    inApp.textContent = texts.challengeInApp ?? '';
    const leave = document.createElement('p');
    leave.textContent = texts.challengeLeave;
    const hints = document.createElement('div');
    hints.id = 'challenge-hints';
    hints.append(inApp, leave);
    const cancel = document.createElement('button');
    cancel.type = 'button';
    cancel.textContent = texts.cancel;
    cancel.setAttribute('part', 'challenge-cancel');
    cancel.addEventListener('click', onCancel);
    const header = document.createElement('header');
    header.append(title, hints, cancel);

    this.#dialog.setAttribute('part', 'challenge');
    this.#dialog.setAttribute('aria-labelledby', title.id);
    this.#dialog.setAttribute('aria-describedby', hints.id);
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      onCancel();
    });
    this.#dialog.append(header);
    this.#styles.replaceSync(stylesheet);
    root.adoptedStyleSheets.push(this.#styles);
    // The first element has the `lang` attribute.
    (root.firstElementChild ?? root).append(this.#dialog);
  }

  async openRealm(): Promise<Realm> {
    const { texts, realmUrl } = this.#challenge;
    const realm = await openRealm(this.#dialog, texts.challengeFrame, realmUrl);
    // An empty document has the page's policy.
    if (realmUrl === undefined) watchPolicyOf(realm.document);
    // Key events stay in their frame; those of the bank's own frame cannot be seen.
    realm.document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#onCancel();
    });
    return realm;
  }

  async openWindow(): Promise<Window> {
    const { texts, realmUrl } = this.#challenge;
    const frame = await openFrame(this.#dialog, texts.challengeFrame, realmUrl);
    if (!frame.contentWindow) throw new Error('The frame was removed');
    return frame.contentWindow;
  }

  show(): void {
    if (!this.#dialog.isConnected || this.#dialog.open) return;
    this.#dialog.showModal();
    this.#challenge.onChallenge?.(true);
    // Else the next press of Enter would cancel.
    this.#dialog.querySelector('iframe')?.focus();
  }

  /** Removes the dialog with its realm, and returns the focus. */
  remove(): void {
    const wasOpen = this.#dialog.open;
    this.#dialog.close();
    this.#dialog.remove();
    if (wasOpen) this.#challenge.onChallenge?.(false);
    const { adoptedStyleSheets } = this.#root;
    adoptedStyleSheets.splice(adoptedStyleSheets.indexOf(this.#styles), 1);
  }
}
