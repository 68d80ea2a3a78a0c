import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How long an order counts against a card. */
const windowMs = 3_600_000;

/** The maximum number of pairs of card and order in memory; the least recent card is dropped. */
const maxKeptPairs = 100_000;

/**
 * Limits the number of orders that one card may be tried on within an hour. Keeps keyed hashes of
 * card numbers only; the key is random and never leaves this process (PCI DSS 3.5.1.1).
 */
export class CardOrders {
  readonly #maxOrders: number | undefined;
  readonly #now: () => Date;
  readonly #key = randomBytes(32);
  readonly #triedAtMs: LRUCache<string, ReadonlyMap<string, number>>;

  /** `undefined` as `maxOrders` means no limit. */
  constructor(maxOrders: number | undefined, now: () => Date, maxPairs = maxKeptPairs) {
    this.#maxOrders = maxOrders;
    this.#now = now;
    this.#triedAtMs = new LRUCache({ maxSize: maxPairs, sizeCalculation: ({ size }) => size });
  }

  /** Whether a card may be tried on an order. If so, counts the order once. */
  admits(cardNumber: string, orderId: string): boolean {
    if (this.#maxOrders === undefined) return true;
    const nowMs = this.#now().getTime();
    const card = createHmac('sha256', this.#key).update(cardNumber).digest('base64');
    const tried = [...(this.#triedAtMs.get(card) ?? [])].filter(
      ([, triedAtMs]) => nowMs - triedAtMs < windowMs,
    );
    const orders = new Map(tried).set(orderId, nowMs);
    if (orders.size > this.#maxOrders) return false;
    this.#triedAtMs.set(card, orders);
    return true;
  }
}
