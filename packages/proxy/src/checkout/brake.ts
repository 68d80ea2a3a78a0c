import type { Attempt } from '../attempt/attempt.ts';
import type { Outcome } from '../attempt/outcome.ts';

/** First tries in a row that may end in doubt before new ones are held back. */
const maxInDoubt = 5;

/** Says whether the payment that was let through has begun. */
type Passage = (hasBegun: boolean) => void;

/**
 * Holds new payments back while the payments API is down, because each would lock its order: after five
 * first tries in a row that nothing proves, until there is a sign of life. One payment every ten
 * seconds tests the API. Retries always pass. Each process has its own.
 */
export class Brake {
  readonly #probeEveryMs: number;
  readonly #now: () => Date;
  /** First tries without proof since the last sign of life. */
  #inDoubt = 0;
  #probedAtMs = -Infinity;
  #isReported = false;

  constructor(probeEveryMs: number, now: () => Date) {
    this.#probeEveryMs = probeEveryMs;
    this.#now = now;
  }

  get isOn(): boolean {
    return this.#inDoubt >= maxInDoubt;
  }

  /** Lets a new payment through, or returns `undefined`. A probe that doesn't begin leaves its turn. */
  admit(): Passage | undefined {
    if (!this.isOn) return () => undefined;
    const atMs = this.#now().getTime();
    // The clock may jump backwards.
    if (Math.abs(atMs - this.#probedAtMs) < this.#probeEveryMs) return undefined;
    this.#probedAtMs = atMs;
    return (hasBegun) => {
      if (!hasBegun && this.#probedAtMs === atMs) this.#probedAtMs = -Infinity;
    };
  }

  /**
   * Counts the end of a try. Any end that proves something is a sign of life, except that nothing could
   * be sent, which is neither. Returns what to tell support with this end.
   */
  tryEnded(number: number, { charge, code }: Outcome): 'api_down' | 'api_up' | undefined {
    if (charge !== 'uncertain') return code === 'unavailable' ? undefined : this.#answered();
    // One payment's retries would count an outage that concerns this payment alone.
    if (number > 1) return undefined;
    this.#inDoubt += 1;
    if (this.#inDoubt !== maxInDoubt) return undefined;
    this.#probedAtMs = this.#now().getTime();
    if (this.#isReported) return undefined;
    this.#isReported = true;
    return 'api_down';
  }

  /** Takes a postback for a sign of life if its try is in flight or in doubt: that try was received. */
  postbackTaken({ tries }: Attempt, tryNumber: number | undefined): void {
    const sent = tries.find(({ number }) => number === tryNumber);
    if (sent && (sent.answer ?? 'uncertain') === 'uncertain') this.#inDoubt = 0;
  }

  #answered(): 'api_up' | undefined {
    this.#inDoubt = 0;
    const wasReported = this.#isReported;
    this.#isReported = false;
    return wasReported ? 'api_up' : undefined;
  }
}
