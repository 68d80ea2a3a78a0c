import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { seemsOffline } from '../browser/network.ts';
import type { Messages } from '../locales/messages.ts';
import type { CheckoutState } from '../state/checkout-state.ts';

/** How long the buyer waits before the form says more. */
const longMs = 8_000;

/** How long a text stands at least: screen readers drop a sentence that is replaced too soon. */
const spacingMs = 1_000;

/** Whom the buyer waits for; during a challenge it is the bank. */
type Wait = 'none' | 'shop' | 'bank';

/**
 * What the form says during a step, and more if it takes long or the browser is offline.
 *
 * For a slow answer of the proxy, in this order:
 *
 * ```
 * during()          the step's text
 * after 8 s         an update, whose during() adds that it takes long
 * offline, online   updates, which say so
 * during()          once the buyer waits for somebody else or for nobody, the clock starts over
 * ```
 */
export class StepText implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #connection = new AbortController();
  #wait: Wait = 'none';
  #isLong = false;
  #longTimer: ReturnType<typeof setTimeout> | undefined;
  /** What the live region says, and until when that stands. */
  #said = '';
  #standsUntil = 0;
  #spacingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    for (const type of ['online', 'offline'])
      addEventListener(type, this.#redraw, this.#connection);
  }

  hostDisconnected(): void {
    this.#connection.abort();
    clearTimeout(this.#longTimer);
    clearTimeout(this.#spacingTimer);
  }

  /** Returns the text of a step with what the buyer should know by now. */
  during(state: CheckoutState, step: string, { slow, offline, challengeInApp }: Messages): string {
    const wait = waitIn(state);
    if (wait !== this.#wait) this.#begin(wait);
    if (wait === 'none') return '';
    const detail = step.split('…')[1]?.trim();
    if (seemsOffline()) return [offline, detail].filter(Boolean).join(' ');
    if (!this.#isLong) return step;
    return [step, wait === 'bank' ? challengeInApp : slow].filter(Boolean).join(' ');
  }

  /** Returns the next text of the live region, or the present one until it has stood for a second. */
  spaced(next: string): string {
    clearTimeout(this.#spacingTimer);
    const leftMs = this.#standsUntil - performance.now();
    if (next === this.#said) return next;
    if (next !== '' && leftMs > 0) this.#spacingTimer = setTimeout(this.#redraw, leftMs);
    else {
      this.#said = next;
      this.#standsUntil = performance.now() + spacingMs;
    }
    return this.#said;
  }

  #begin(wait: Wait): void {
    this.#wait = wait;
    this.#isLong = false;
    clearTimeout(this.#longTimer);
    if (wait === 'none') return;
    this.#longTimer = setTimeout(() => {
      this.#isLong = true;
      this.#redraw();
    }, longMs);
  }

  readonly #redraw = (): void => this.#host.requestUpdate();
}

function waitIn(state: CheckoutState): Wait {
  if (state.status !== 'paying') return 'none';
  return state.step === 'challenge' ? 'bank' : 'shop';
}
