import type { Attempt, NewAttempt } from '../attempt/attempt.ts';
import { CardOrders } from './card-orders.ts';
import { DeclineBreaker, type BreakerRules } from './decline-breaker.ts';
import type { EventLog } from '../telemetry/log.ts';
import { ProofsOfWork } from './proof-of-work.ts';
import { Refusal } from '../refusal.ts';
import type { RotatingSecret } from '../sensitive/secret.ts';

/** The limits against card testing. */
export interface CardTestingRules {
  /** Signs the challenges of the proof of work. */
  orderSecret: RotatingSecret | undefined;
  /** Orders on which one card may be tried within an hour; no limit when absent. */
  ordersPerCard: number | undefined;
  breaker: BreakerRules;
}

/**
 * Slows down card testing: finding out which cards of a stolen list work by paying with them. Its
 * counts are in memory, separate for each instance.
 */
export class CardTesting {
  readonly #breaker: DeclineBreaker;
  readonly #proofs: ProofsOfWork;
  readonly #cards: CardOrders;
  readonly #log: EventLog;
  #wasOpen = false;

  constructor(rules: CardTestingRules, log: EventLog, now: () => Date) {
    this.#breaker = new DeclineBreaker(rules.breaker, now);
    this.#proofs = new ProofsOfWork(rules.orderSecret, now);
    this.#cards = new CardOrders(rules.ordersPerCard, now);
    this.#log = log;
  }

  /**
   * Refuses an attempt without a proof of work while one is required, and a card that was tried on
   * too many orders. `proofOfWork` is the header of that name.
   */
  async refuse(
    { id, orderId }: NewAttempt,
    cardNumber: string,
    proofOfWork: string | undefined,
  ): Promise<void> {
    if (this.isSuspected() && !(await this.#proofs.accepts(proofOfWork, id))) {
      const challenge = await this.#proofs.challenge(id);
      throw new Refusal('proof_of_work_required', { challenge });
    }
    if (!this.#cards.admits(cardNumber, orderId)) {
      const detail =
        'This card was tried on too many orders; try again in an hour, or another card';
      throw new Refusal('too_many_requests', { detail, retryAfterSeconds: 3600 });
    }
  }

  /** Counts an attempt that has ended. */
  count({ status }: Attempt): void {
    this.#breaker.count(status);
    this.isSuspected();
  }

  /** Whether a proof of work is required. Logs every change. */
  isSuspected(): boolean {
    const { isOpen } = this.#breaker;
    if (isOpen !== this.#wasOpen) this.#log.breakerChanged(isOpen);
    this.#wasOpen = isOpen;
    return isOpen;
  }
}
