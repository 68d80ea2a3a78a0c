import type { Attempt, NewAttempt } from '../attempt/attempt.ts';
import { CardOrders } from './card-orders.ts';
import type { Config } from '../config/config.ts';
import { DeclineBreaker } from './decline-breaker.ts';
import type { EventLog } from '../telemetry/log.ts';
import { ProofsOfWork } from './proof-of-work.ts';
import { Refusal } from '../refusal.ts';

/** Says how card testers are met. */
export type CardTestingRules = Pick<Config, 'orderSecret' | 'ordersPerCard' | 'breaker'>;

/**
 * Stands between an order that may be paid and the store, so that nobody finds out by trying which
 * cards of a list are good. What it knows is in memory, and is each instance's own.
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
   * Refuses an attempt that brings no proof of work while one is asked for, or whose card was tried
   * on too many orders. `proofOfWork` is the header of that name.
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
    if (!this.#cards.admits(cardNumber, orderId)) throw new Refusal('too_many_requests');
  }

  /** Hears how an attempt has ended. */
  heard({ status }: Attempt): void {
    this.#breaker.count(status);
    this.isSuspected();
  }

  /** Whether a proof of work is asked for; tells the log when that has changed. */
  isSuspected(): boolean {
    const { isOpen } = this.#breaker;
    if (isOpen !== this.#wasOpen) this.#log.breakerMoved(isOpen);
    this.#wasOpen = isOpen;
    return isOpen;
  }
}
