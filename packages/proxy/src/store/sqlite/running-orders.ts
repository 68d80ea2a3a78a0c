import type { Attempt } from '../../attempt/attempt.ts';
import { statuses } from '../../attempt/statuses.ts';

/**
 * The orders of the attempts that this process has begun and still runs. No other process writes to
 * the file, so what was written a moment ago need not be read again.
 */
export class RunningOrders {
  readonly #orders = new Map<string, readonly Attempt[]>();

  /** Returns all attempts of the order whose running attempt has an id, as they are stored. */
  find(id: string): readonly Attempt[] | undefined {
    return this.#orders.get(id);
  }

  /** Keeps an order with its new or changed attempt, for as long as that runs. */
  keep(order: readonly Attempt[], attempt: Attempt): void {
    this.forget(order);
    if (statuses[attempt.status].phase !== 'running') return;
    this.#orders.set(attempt.id, [...order.filter(({ id }) => id !== attempt.id), attempt]);
  }

  /** Forgets an order, one of whose attempts has changed: the next step reads it. */
  forget(order: readonly Attempt[]): void {
    for (const { id } of order) this.#orders.delete(id);
  }

  /** Forgets everything, when it is not known what is stored. */
  clear(): void {
    this.#orders.clear();
  }
}
