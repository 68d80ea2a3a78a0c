import { longestAuthenticationMs } from '@card-checkout/contract/three-ds';
import { frozenMs } from '../browser/deadline.ts';
import { CheckoutError } from '../errors.ts';

/** How long fraud script, token and challenge may take together, counted from the press. */
const shortestMs = 90_000;

/** How long before its end the buyer is asked whether they need more time (WCAG 2.2.1). */
const warningMs = 20_000;

/** How long a page that was hidden or frozen may catch up, such as while the bank's app was open. */
const catchUpMs = 15_000;

/**
 * How long an authentication may take, counted from the press; the buyer may extend it. Its signal
 * aborts with `three_ds_timeout` when the time is over, or with the parent's reason.
 */
export class TimeLimit {
  readonly signal: AbortSignal;
  readonly #over = new AbortController();
  readonly #stepMs: number;
  readonly #lastAtMs: number;
  #dueAtMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `wantedMs` counts between 90 s and 900 s. */
  constructor(wantedMs: number, parent: AbortSignal) {
    const limitMs = Math.min(Math.max(wantedMs || 0, shortestMs), longestAuthenticationMs);
    this.#stepMs = limitMs;
    this.#lastAtMs = performance.now() + longestAuthenticationMs;
    this.#dueAtMs = performance.now() + limitMs;
    this.signal = AbortSignal.any([this.#over.signal, parent]);
    document.addEventListener('visibilitychange', this.#catchUp, this.#over);
    this.#arm();
  }

  /** Whether the time is nearly over, and the buyer may take more. */
  get isEnding(): boolean {
    return this.#leftMs <= warningMs && this.#dueAtMs < this.#lastAtMs;
  }

  /** Allows the same time once more, up to the longest authentication. */
  extend(): void {
    this.#dueAtMs = Math.min(this.#dueAtMs + this.#stepMs, this.#lastAtMs);
    this.#arm();
  }

  /** Ends what still runs within the limit; call it on every path. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#over.abort();
  }

  get #leftMs(): number {
    return this.#dueAtMs - performance.now();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onDue, this.#leftMs);
  }

  readonly #onDue = (): void => {
    const mayCatchUp = document.hidden || this.#leftMs < -frozenMs;
    if (mayCatchUp && performance.now() < this.#lastAtMs) this.#catchUp();
    else this.#over.abort(new CheckoutError('three_ds_timeout'));
  };

  readonly #catchUp = (): void => {
    const caughtUpAtMs = Math.min(performance.now() + catchUpMs, this.#lastAtMs);
    this.#dueAtMs = Math.max(this.#dueAtMs, caughtUpAtMs);
    this.#arm();
  };
}
