import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How long an order counts against a card. */
const windowMs = 3_600_000;

/** The maximum number of cards in memory, about 300 bytes each; the least recent one is dropped. */
const maxKeptCards = 50_000;

/** An order that a card was tried on. */
interface TriedOrder {
  id: string;
  atMs: number;
}

/**
 * Limits the number of orders that one card may be tried on within an hour. Keeps keyed hashes of
 * card numbers only; key and hashes never leave this process's memory.
 */
export class CardOrders {
  readonly #maxOrders: number | undefined;
  readonly #now: () => Date;
  /** Fills the first block of the hash; an HMAC is six times the work, and no hash is ever shown. */
  readonly #key = randomBytes(32).toString('hex');
  readonly #tried: LRUCache<string, readonly TriedOrder[]>;

  /** `undefined` as `maxOrders` means no limit. */
  constructor(maxOrders: number | undefined, now: () => Date, maxCards = maxKeptCards) {
    this.#maxOrders = maxOrders;
    this.#now = now;
    // With `max` it would reserve the memory of all cards at its start.
    this.#tried = new LRUCache({ maxSize: maxCards, sizeCalculation: () => 1 });
  }

  /** Whether a card may be tried on an order. If so, counts the order once. */
  admits(cardNumber: string, orderId: string): boolean {
    if (this.#maxOrders === undefined) return true;
    const atMs = this.#now().getTime();
    const card = hash('sha256', this.#key + cardNumber, 'base64');
    const isCounted = (order: TriedOrder) => order.id !== orderId && atMs - order.atMs < windowMs;
    const others = this.#tried.get(card)?.filter(isCounted) ?? [];
    if (others.length >= this.#maxOrders) return false;
    this.#tried.set(card, [...others, { id: orderId, atMs }]);
    return true;
  }
}
