import { watchPolicyOf } from '../browser/mistakes.ts';
import type { Messages } from '../locales/messages.ts';
import type { ChallengeHost } from './adapter.ts';
import stylesheet from './challenge-dialog.css?inline';
import { openFrame, openRealm, type Realm } from './realm.ts';

/** What the dialog shows, and whom it tells. */
export interface Challenge {
  root: ShadowRoot;
  texts: Messages;
  /** Address of the realm's document; by default it is empty, and has the page's policy. */
  realmUrl: string | undefined;
  /** Runs when the dialog has opened, and when it is gone. */
  onChallenge: ((isOpen: boolean) => void) | undefined;
}

/** What ends a challenge besides the bank. */
export interface ChallengeEnds {
  /** Runs for the button and for Escape. */
  onCancel(): void;
  /** Runs if the page's policy blocks the bank's page. */
  onBlocked(): void;
}

/**
 * A `<dialog>` with the realm of one attempt. In the top layer, no other dialog, focus trap or stacking
 * context can cover it. Before it is shown, it is laid out but can't be seen or focused.
 */
export class ChallengeDialog implements ChallengeHost {
  readonly #dialog = document.createElement('dialog');
  readonly #styles = new CSSStyleSheet();
  readonly #challenge: Challenge;
  readonly #ends: ChallengeEnds;

  /** Adds the dialog. */
  constructor(challenge: Challenge, ends: ChallengeEnds) {
    const { root, texts } = challenge;
    this.#challenge = challenge;
    this.#ends = ends;
    const header = document.createElement('header');
    const title = Object.assign(document.createElement('h2'), {
      id: 'challenge-title',
      textContent: texts.challengeTitle,
    });
    const hints = Object.assign(document.createElement('div'), { id: 'challenge-hints' });
    for (const text of [texts.challengeInApp, texts.challengeLeave])
      hints.append(Object.assign(document.createElement('p'), { textContent: text }));
    const cancel = document.createElement('button');
    Object.assign(cancel, { type: 'button', textContent: texts.cancel });
    cancel.setAttribute('part', 'challenge-cancel');
    cancel.addEventListener('click', () => ends.onCancel());
    header.append(title, hints, cancel);

    this.#dialog.append(header);
    this.#dialog.setAttribute('part', 'challenge');
    this.#dialog.setAttribute('aria-labelledby', title.id);
    this.#dialog.setAttribute('aria-describedby', hints.id);
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      ends.onCancel();
    });
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
    realm.document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, disposition } = event;
      // Before the challenge, only the hidden frame of the 3DS Method is blocked, which may fail.
      if (!this.#dialog.open || disposition !== 'enforce') return;
      if (effectiveDirective === 'frame-src') this.#ends.onBlocked();
    });
    // Key events stay in their frame; the bank's own frame shows none.
    realm.document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#ends.onCancel();
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
    // Otherwise the next press of Enter would cancel.
    this.#dialog.querySelector('iframe')?.focus();
  }

  /** Removes the dialog with its realm, and returns the focus. */
  remove(): void {
    const wasOpen = this.#dialog.open;
    this.#dialog.close();
    this.#dialog.remove();
    if (wasOpen) this.#challenge.onChallenge?.(false);
    const { adoptedStyleSheets } = this.#challenge.root;
    adoptedStyleSheets.splice(adoptedStyleSheets.indexOf(this.#styles), 1);
  }
}
