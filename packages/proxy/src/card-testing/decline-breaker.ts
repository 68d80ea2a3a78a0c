import type { AttemptStatus } from '../attempt/attempt.ts';

/** Says when a breaker opens. */
export interface BreakerRules {
  /** Opens it once a larger share is declined; never when absent. */
  declinedPercent: number | undefined;
  /** How many attempts it takes to speak of a share. */
  minAttempts: number;
}

/** How far back the breaker looks. */
const windowMs = 300_000;

/** How exactly it knows when an attempt ended. */
const tallyMs = 10_000;

/** Counts the attempts that ended at about the same time. */
interface Tally {
  sinceMs: number;
  approved: number;
  declined: number;
}

/**
 * Open while far more of the latest five minutes' attempts were declined than buyers' ever are.
 * Attempts that ended otherwise say nothing about their cards. It closes by itself.
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

  /** Whether it is open now. */
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
