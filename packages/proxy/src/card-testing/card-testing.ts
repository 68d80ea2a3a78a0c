import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { judgesCard, type Attempt } from '../attempt/attempt.ts';
import type { AttemptStatus } from '../attempt/statuses.ts';
import type { EventLog } from '../telemetry/log.ts';
import { Refusal } from '../refusal.ts';

export interface CardTestingRules {
  /** Orders on which one card may be tried within an hour; no limit when absent. */
  ordersPerCard: number | undefined;
  breaker: BreakerRules;
}

/**
 * Slows down card testing: paying with stolen cards to find out which ones work. Each instance counts
 * in its own memory.
 */
export class CardTesting {
  readonly #breaker: DeclineBreaker;
  readonly #cards: CardOrders;
  readonly #log: EventLog;
  #wasOpen = false;

  constructor(rules: CardTestingRules, log: EventLog, now: () => Date) {
    this.#breaker = new DeclineBreaker(rules.breaker, now);
    this.#cards = new CardOrders(rules.ordersPerCard, now);
    this.#log = log;
  }

  /** Holds a place for a card, or refuses one that was tried on too many orders. */
  admit(cardNumber: string, orderId: string): CardPlace | Refusal {
    const place = this.#cards.hold(cardNumber, orderId);
    if (place) return place;
    const detail = 'This card was tried on too many orders; try again in an hour, or another card';
    return new Refusal('too_many_requests', { detail, retryAfterSeconds: 3600 });
  }

  count(attempt: Attempt): void {
    const { status } = attempt;
    this.#breaker.count(status === 'invalid' && judgesCard(attempt) ? 'declined' : status);
    this.isSuspected();
  }

  /** Whether every payment needs a proof of authentication. Logs every change. */
  isSuspected(): boolean {
    const { isOpen } = this.#breaker;
    if (isOpen !== this.#wasOpen) {
      this.#log.emit(isOpen ? 'card_testing_suspected' : 'card_testing_over', {});
    }
    this.#wasOpen = isOpen;
    return isOpen;
  }
}

const cardWindowMs = 3_600_000;

/** Ends the holding of a place; says whether the payment began. */
export type CardPlace = (hasBegun: boolean) => void;

/** About 130 bytes each; the least recently used card is dropped. */
const maxKeptCards = 50_000;

/**
 * Limits the number of orders that one card may be tried on within an hour. Keeps keyed hashes of
 * cards and orders only; key and hashes never leave this process's memory.
 */
export class CardOrders {
  readonly #maxOrders: number | undefined;
  readonly #now: () => Date;
  /** Fills the hash's first block. An HMAC takes six times as long, and no hash is ever shown. */
  readonly #key = randomBytes(32).toString('hex');
  /** By card; the time of each order follows the order. Flat lists of numbers save 20 MB. */
  readonly #tried: LRUCache<number, readonly number[]>;
  /** By card, the orders whose payments are being stored. */
  readonly #held = new Map<number, readonly number[]>();

  constructor(maxOrders: number | undefined, now: () => Date, maxCards = maxKeptCards) {
    this.#maxOrders = maxOrders;
    this.#now = now;
    // With `max` it would reserve the memory of all cards at its start.
    this.#tried = new LRUCache({ maxSize: maxCards, sizeCalculation: () => 1 });
  }

  /**
   * Holds a place for an order among those that a card may be tried on; returns `undefined` if none is
   * left. The order counts once its payment began: otherwise, payments that the order refuses could
   * push every other card out of the memory.
   */
  hold(cardNumber: string, orderId: string): CardPlace | undefined {
    if (this.#maxOrders === undefined) return () => undefined;
    const [card, order] = [this.#hashOf(cardNumber), this.#hashOf(orderId)];
    const held = this.#held.get(card) ?? [];
    const others = new Set([...this.#recentOf(card).keys(), ...held]);
    others.delete(order);
    if (others.size >= this.#maxOrders) return undefined;
    this.#held.set(card, [...held, order]);
    return (hasBegun) => {
      const stillHeld = this.#held.get(card) ?? [];
      const left = stillHeld.toSpliced(stillHeld.indexOf(order), 1);
      if (left.length === 0) this.#held.delete(card);
      else this.#held.set(card, left);
      if (!hasBegun) return;
      const recent = this.#recentOf(card).set(order, this.#now().getTime());
      this.#tried.set(card, [...recent].flat());
    };
  }

  /** Returns the orders of the last hour, and when each was tried. */
  #recentOf(card: number): Map<number, number> {
    const tried = this.#tried.get(card) ?? [];
    const sinceMs = this.#now().getTime() - cardWindowMs;
    const recent = new Map<number, number>();
    for (let at = 0; at < tried.length; at += 2) {
      const [order = 0, triedAtMs = 0] = tried.slice(at, at + 2);
      if (triedAtMs > sinceMs) recent.set(order, triedAtMs);
    }
    return recent;
  }

  /** Returns 48 bits: among a million hashes, two are alike once in 600 times. */
  #hashOf(text: string): number {
    return Number.parseInt(hash('sha256', this.#key + text).slice(0, 12), 16);
  }
}

interface BreakerRules {
  /** No limit when absent. */
  declinedPercent: number | undefined;
  minPayments: number;
}

const breakerWindowMs = 300_000;

const tallyMs = 10_000;

interface Tally {
  sinceMs: number;
  approved: number;
  declined: number;
}

/**
 * Open while too many payments of the last five minutes were declined. Counts approved and declined
 * payments only: others reveal nothing about their cards.
 */
export class DeclineBreaker {
  readonly #rules: BreakerRules;
  readonly #now: () => Date;
  #tallies: Tally[] = [];

  constructor(rules: BreakerRules, now: () => Date) {
    this.#rules = rules;
    this.#now = now;
  }

  count(status: AttemptStatus): void {
    if (status === 'approved' || status === 'declined') this.#current()[status]++;
  }

  get isOpen(): boolean {
    const { declinedPercent, minPayments } = this.#rules;
    if (declinedPercent === undefined) return false;
    let [ended, declined] = [0, 0];
    for (const tally of this.#recent()) {
      ended += tally.approved + tally.declined;
      declined += tally.declined;
    }
    return ended >= minPayments && declined * 100 > ended * declinedPercent;
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
    const sinceMs = this.#now().getTime() - breakerWindowMs;
    this.#tallies = this.#tallies.filter((tally) => tally.sinceMs > sinceMs);
    return this.#tallies;
  }
}
