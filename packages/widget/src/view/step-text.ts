import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { seemsOffline } from '../browser/network.ts';
import type { Messages } from '../locales/messages.ts';
import { isSubmitted, type CheckoutState } from '../checkout/checkout-state.ts';

/** How long the buyer waits before the form says more. */
const longMs = 8_000;

/** How long a text stands at least: nobody reads, and screen readers drop, what is replaced too soon. */
const spacingMs = 1_000;

/** What the buyer waits for: until the card is sent, nothing is charged. */
type Wait = 'none' | 'before' | 'sent';

/**
 * What the form says during a step, and more if it takes long or the browser is offline.
 *
 * For a slow answer of the proxy, in this order:
 *
 * ```
 * during()          the step's text
 * after 8 s         an update, whose during() adds that it takes long
 * offline, online   updates, which say so
 * during()          once the card is sent or the wait is over, the clock starts over
 * ```
 */
export class StepText implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #connection = new AbortController();
  #wait: Wait = 'none';
  #isLong = false;
  #longTimer: ReturnType<typeof setTimeout> | undefined;
  /** What button and live region say, and until when that stands. */
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

  /** Returns what to say during a step; a text stands for a second, unless the wait is over. */
  during(state: CheckoutState, step: string, messages: Messages): string {
    const next = this.#textOf(state, step, messages);
    clearTimeout(this.#spacingTimer);
    const leftMs = this.#standsUntil - performance.now();
    if (next === this.#said) return next;
    if (next !== '' && leftMs > 0) this.#spacingTimer = setTimeout(this.#redraw, leftMs);
    else {
      this.#said = next;
      this.#standsUntil = next === '' ? 0 : performance.now() + spacingMs;
    }
    return this.#said;
  }

  /** Returns the text of a step with what the buyer should know by now. */
  #textOf(state: CheckoutState, step: string, { slow, slowBefore, offline }: Messages): string {
    const wait = waitIn(state);
    if (wait !== this.#wait) this.#begin(wait);
    if (wait === 'none') return '';
    const detail = step.split('…')[1]?.trim();
    if (seemsOffline()) return [offline, detail].filter(Boolean).join(' ');
    if (!this.#isLong) return step;
    return [step, wait === 'before' ? slowBefore : slow].filter(Boolean).join(' ');
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
  return isSubmitted(state) ? 'sent' : 'before';
}
