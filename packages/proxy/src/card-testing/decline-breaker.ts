import type { AttemptStatus } from '../attempt/statuses.ts';

/** When the breaker opens. */
export interface BreakerRules {
  /** Opens if a larger share of attempts is declined; never when absent. */
  declinedPercent: number | undefined;
  /** The minimum number of attempts. */
  minAttempts: number;
}

/** The period that the breaker looks at. */
const windowMs = 300_000;

/** The time resolution of the counts. */
const tallyMs = 10_000;

/** The attempts that ended within the same `tallyMs`. */
interface Tally {
  sinceMs: number;
  approved: number;
  declined: number;
}

/**
 * Open while the share of declined attempts in the last five minutes exceeds the limit. Counts approved
 * and declined attempts only: others reveal nothing about their cards. Closes by itself.
 */
export class DeclineBreaker {
  readonly #rules: BreakerRules;
  readonly #now: () => Date;
  #tallies: Tally[] = [];

  constructor(rules: BreakerRules, now: () => Date) {
    this.#rules = rules;
    this.#now = now;
  }

  /** Counts an attempt that has ended. */
  count(status: AttemptStatus): void {
    if (status === 'approved' || status === 'declined') this.#current()[status]++;
  }

  get isOpen(): boolean {
    const { declinedPercent, minAttempts } = this.#rules;
    if (declinedPercent === undefined) return false;
    let [ended, declined] = [0, 0];
    for (const tally of this.#recent()) {
      ended += tally.approved + tally.declined;
      declined += tally.declined;
    }
    return ended >= minAttempts && declined * 100 > ended * declinedPercent;
  }

  #current(): Tally {
    const nowMs = this.#now().getTime();
    const last = this.#recent().at(-1);
    if (last && nowMs - last.sinceMs < tallyMs) return last;
    const tally = { sinceMs: nowMs, approved: 0, declined: 0 };
    this.#tallies.push(tally);
    return tally;
  }

  #recent(): readonly Tally[] {
    const sinceMs = this.#now().getTime() - windowMs;
    this.#tallies = this.#tallies.filter((tally) => tally.sinceMs > sinceMs);
    return this.#tallies;
  }
}
