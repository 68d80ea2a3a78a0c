import { setImmediate as nextTurn, setTimeout as pauseFor } from 'node:timers/promises';
import { isOver } from '../attempt/attempt.ts';
import type { ChangedOrder, Deletion, Store } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';

/** Orders deleted in one transaction; payments wait a few milliseconds for it. */
const deletedAtOnce = 5;

const countedAtOnce = 50;

const pauseMs = 30;

/** The shortest retention in days: until then postbacks may come. */
export const minRetentionDays = 30;

const dayMs = 86_400_000;

const pauseBetweenRunsMs = 3_600_000;

export interface RetentionParts {
  store: Store;
  log: Pick<EventLog, 'emit'>;
  now: () => Date;
  /** Days without a change; `sweep` deletes nothing when absent. */
  retentionDays: number | undefined;
}

/** Deletes resolved orders in small transactions with pauses between them. */
export class Retention {
  readonly #parts: RetentionParts;
  #run: AsyncGenerator<Deletion, void> | undefined;
  #nextRunAt = 0;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** Counts the orders that `purge` would delete. */
  async count(before: Date): Promise<Deletion> {
    const total = { orders: 0, payments: 0 };
    for await (const orders of this.#over(before, countedAtOnce)) {
      total.orders += orders.length;
      for (const { payments } of orders) total.payments += payments.length;
      await nextTurn();
    }
    return total;
  }

  /** Deletes resolved orders that haven't changed since `before`. If `signal` aborts, the rest stays. */
  async purge(before: Date, signal?: AbortSignal): Promise<Deletion> {
    let total = { orders: 0, payments: 0 };
    for await (total of this.#delete(before)) {
      await pauseFor(pauseMs, undefined, signal && { signal });
    }
    return total;
  }

  /** Deletes a few orders that are older than `retentionDays`, if this run has any left. */
  async sweep(): Promise<void> {
    const { now, retentionDays } = this.#parts;
    const time = now().getTime();
    if (retentionDays === undefined || time < this.#nextRunAt) return;
    this.#run ??= this.#delete(new Date(time - retentionDays * dayMs));
    const { done } = await this.#run.next();
    if (!done) return;
    this.#run = undefined;
    this.#nextRunAt = time + pauseBetweenRunsMs;
  }

  /** Deletes up to `deletedAtOnce` orders with each step. Yields what is deleted so far. */
  async *#delete(before: Date): AsyncGenerator<Deletion, void> {
    const { store, log } = this.#parts;
    const total = { orders: 0, payments: 0 };
    try {
      for await (const orders of this.#over(before, deletedAtOnce)) {
        const ids = orders.flatMap(({ payments }) => payments.slice(0, 1)).map((a) => a.orderId);
        const deleted = await store.deleteOver(ids, before.toISOString());
        total.orders += deleted.orders;
        total.payments += deleted.payments;
        yield total;
      }
    } finally {
      if (total.orders > 0) log.emit('orders_deleted', { ...total, before: before.toISOString() });
    }
  }

  /** Lists resolved orders in pages, oldest change first. */
  async *#over(before: Date, atOnce: number): AsyncGenerator<ChangedOrder[], void> {
    let after = { changedAt: '', paymentId: '' };
    for (;;) {
      const changed = await this.#parts.store.listChanged(after, atOnce);
      const old = changed.filter(({ position }) => position.changedAt < before.toISOString());
      yield old.filter(({ payments }) => isOver(payments));
      const last = old.at(-1);
      if (!last || old.length < atOnce) return;
      after = last.position;
    }
  }
}
