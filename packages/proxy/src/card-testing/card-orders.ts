import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How long a try of a card counts. */
const windowMs = 3_600_000;

/** How many pairs of card and order are kept; beyond that, the card that was not seen for longest goes. */
const maxKeptPairs = 100_000;

/**
 * Limits on how many orders one card may be tried within an hour. A card is known by a
 * keyed hash alone, whose key is random, lives in this process and ends with it (PCI DSS 3.5.1.1).
 */
export class CardOrders {
  readonly #maxOrders: number | undefined;
  readonly #now: () => Date;
  readonly #key = randomBytes(32);
  readonly #triedAtMs: LRUCache<string, ReadonlyMap<string, number>>;

  /** Without `maxOrders` there is no limit. */
  constructor(maxOrders: number | undefined, now: () => Date, maxPairs = maxKeptPairs) {
    this.#maxOrders = maxOrders;
    this.#now = now;
    this.#triedAtMs = new LRUCache({ maxSize: maxPairs, sizeCalculation: ({ size }) => size });
  }

  /** Tells whether a card may be tried on an order, and if so counts the order, once. */
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
