import { html, render } from 'lit';
import { fitToView } from '../browser/fit-to-view.ts';
import { watchPolicyOf } from '../browser/mistakes.ts';
import { seemsOffline } from '../browser/network.ts';
import { pause } from '../browser/pause.ts';
import { CheckoutError } from '../errors.ts';
import type { Messages } from '../locales/messages.ts';
import type { ChallengeHost, ThreeDSSettings } from './adapter.ts';
import { watchBank, type BankStage } from './bank-page.ts';
import stylesheet from './challenge-dialog.css?inline';
import { openFrame, realmIn, unusedMs, type Realm } from './realm.ts';
import type { TimeLimit } from './time-limit.ts';

/** How long the bank may be silent before the buyer may try again, and its page may ask without a hint. */
const [slowAfterMs, hintAfterMs] = [10_000, 8_000];

/** How often the dialog looks at the time and the network. */
const lookMs = 500;

/** What the dialog shows, and whom it tells. */
export interface Challenge {
  root: ShadowRoot;
  texts: Messages;
  limit: TimeLimit;
  /** Address of the realm's document; by default it is empty, and has the page's policy. */
  realmUrl: string | undefined;
  /** Runs when the dialog has opened, and when it is gone. */
  onChallenge: ((isOpen: boolean) => void) | undefined;
}

/** Ends a challenge whose page doesn't come, because the buyer wants to begin again. */
export const again = Symbol('again');

/** What the dialog says, and what its button does. */
type Notice = [text?: string | undefined, button?: string | undefined, onClick?: () => void];

/**
 * A `<dialog>` with the realm of one attempt. In the top layer, no other dialog, focus trap or stacking
 * context can cover it. Before it is shown, it is laid out but can't be seen or focused.
 */
export class ChallengeDialog implements ChallengeHost {
  readonly #dialog = document.createElement('dialog');
  readonly #styles = new CSSStyleSheet();
  readonly #challenge: Challenge;
  #onEnd: ((reason: CheckoutError | typeof again) => void) | undefined;
  #frame: Promise<HTMLIFrameElement> | undefined;
  /** Whether an adapter has its realm. */
  #isUsed = false;
  /** Aborts when the dialog is removed. */
  readonly #life = new AbortController();
  #stage: BankStage = 'open';
  /** When the dialog was shown, the bank's stage began, or its page sent a message. */
  #sinceMs = Infinity;
  #looking: ReturnType<typeof setInterval> | undefined;
  /** What screen readers say after the opening; while the bank's page gets the focus, they would drop it. */
  #said = '';

  /** Adds the dialog. */
  constructor(challenge: Challenge) {
    const { root } = challenge;
    this.#challenge = challenge;
    this.#dialog.setAttribute('part', 'challenge');
    this.#dialog.setAttribute('aria-labelledby', 'challenge-title');
    this.#dialog.setAttribute('aria-describedby', 'challenge-hints');
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.#cancel();
    });
    this.#styles.replaceSync(stylesheet);
    root.adoptedStyleSheets.push(this.#styles);
    // The first element has the `lang` attribute.
    (root.firstElementChild ?? root).append(this.#dialog);
  }

  /**
   * Loads the realm's document and the provider's script, which doesn't run yet. Drops both if no adapter
   * begins soon, or if the script is lost: in Chromium, a script that follows would wait for it without
   * an end. Throws if the dialog is removed.
   */
  async load(settings: ThreeDSSettings): Promise<void> {
    const lost = Promise.withResolvers<void>();
    const frame = await this.#openFrame(settings, lost.resolve);
    await Promise.race([lost.promise, pause(unusedMs, this.#life.signal)]);
    if (this.#isUsed) return;
    frame.remove();
    this.#frame = undefined;
  }

  /** Begins an attempt. `onEnd` runs if anything but the bank ends it. */
  begin(onEnd: (reason: CheckoutError | typeof again) => void): void {
    this.#onEnd = onEnd;
  }

  async openRealm(): Promise<Realm> {
    this.#isUsed = true;
    const realm = realmIn(await this.#openFrame());
    // An empty document has the page's policy.
    if (this.#challenge.realmUrl === undefined) watchPolicyOf(realm.document);
    realm.document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, disposition } = event;
      // Before the challenge, only the hidden frame of the 3DS Method is blocked, which may fail.
      if (!this.#dialog.open || disposition !== 'enforce') return;
      if (effectiveDirective === 'frame-src') this.#onEnd?.(new CheckoutError('three_ds_blocked'));
    });
    // Key events stay in their frame; the bank's own frame shows none.
    realm.document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#cancel();
    });
    watchBank(realm.document, (stage) => this.tellBank(stage));
    return realm;
  }

  async openWindow(): Promise<Window> {
    this.#isUsed = true;
    const { contentWindow } = await this.#openFrame();
    if (!contentWindow) throw new Error('The frame was removed');
    return contentWindow;
  }

  show(): void {
    if (!this.#dialog.isConnected || this.#dialog.open) return;
    this.#dialog.showModal();
    fitToView(this.#dialog, this.#life);
    this.#sinceMs = performance.now();
    const { challengeTitle, challengeInApp, challengeLeave } = this.#challenge.texts;
    this.#looking = setInterval(() => {
      this.#said = `${challengeTitle}. ${challengeInApp} ${challengeLeave} `;
      this.#look();
    }, lookMs);
    this.#challenge.onChallenge?.(true);
    this.#focusBank();
  }

  tellBank(stage: BankStage): void {
    // Offline, the frame has the browser's error.
    if (stage === 'open' && seemsOffline()) return;
    this.#stage = stage;
    this.#sinceMs = performance.now();
    this.#look();
  }

  /** Removes the dialog with its realm, and returns the focus. */
  remove(): void {
    if (this.#life.signal.aborted) return;
    this.#life.abort();
    clearInterval(this.#looking);
    const wasOpen = this.#dialog.open;
    this.#dialog.close();
    this.#dialog.remove();
    if (wasOpen) this.#challenge.onChallenge?.(false);
    const { adoptedStyleSheets } = this.#challenge.root;
    adoptedStyleSheets.splice(adoptedStyleSheets.indexOf(this.#styles), 1);
  }

  async #openFrame(script?: ThreeDSSettings, onLost?: () => void): Promise<HTMLIFrameElement> {
    const { texts, realmUrl } = this.#challenge;
    // The frame's size depends on the head.
    this.#look();
    return (this.#frame ??= openFrame(
      this.#dialog,
      texts.challengeFrame,
      realmUrl,
      script,
      onLost,
    ));
  }

  /** Says what the buyer should know by now. */
  readonly #look = (): void => {
    const { texts } = this.#challenge;
    const isOpen = this.#stage === 'open';
    const isLong = performance.now() - this.#sinceMs > hintAfterMs;
    const [text = '', button = '', onClick] = this.#noticeNow();
    const hadFocus = this.#dialog.querySelector('.notice :focus');
    const content = html`
      <header>
        <h2 id="challenge-title">${texts.challengeTitle}</h2>
        <div id="challenge-hints" class=${isLong && isOpen ? '' : 'early'}>
          <p>${texts.challengeInApp}</p>
          <p>${texts.challengeLeave}</p>
        </div>
        <button type="button" part="challenge-cancel" @click=${this.#cancel}>
          ${texts.cancel}
        </button>
      </header>
      <p class="unseen" role="status" .textContent=${this.#said}></p>
      <div class="notice ${isOpen ? '' : 'covers'}">
        <p role="status" .textContent=${text}></p>
        <button
          type="button"
          ?hidden=${button === ''}
          .textContent=${button}
          @click=${onClick}
        ></button>
      </div>
    `;
    render(content, this.#dialog);
    if (hadFocus && button === '') this.#focusBank();
  };

  #noticeNow(): Notice {
    const { texts, limit } = this.#challenge;
    if (seemsOffline()) return [texts.offline];
    if (this.#stage === 'over') return [texts.challengeReturning];
    if (limit.isEnding && this.#stage === 'open')
      return [texts.challengeEnding, texts.challengeMoreTime, () => this.#extend()];
    // Nothing was sent yet, so the buyer may begin again although the page may only be slow.
    if (performance.now() - this.#sinceMs > slowAfterMs)
      return [texts.challengeSlow, texts.challengeAgain, () => this.#onEnd?.(again)];
    return this.#stage === 'opening' ? [texts.challengeOpening] : [];
  }

  readonly #cancel = (): void => this.#onEnd?.(new CheckoutError('three_ds_cancelled'));

  #extend(): void {
    this.#challenge.limit.extend();
    // A second click must not begin again.
    this.#sinceMs = performance.now();
    this.#look();
    // In Safari, a click takes the focus from the frame, and the button doesn't get it
    // (https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/button#clicking_and_focus).
    this.#focusBank();
  }

  /** Otherwise the next press of Enter would cancel. */
  #focusBank(): void {
    this.#dialog.querySelector('iframe')?.focus();
  }
}
