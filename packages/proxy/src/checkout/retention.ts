import { setImmediate as nextTurn, setTimeout as pauseFor } from 'node:timers/promises';
import { isOver } from '../attempt/order-state.ts';
import type { ChangedOrder, Deletion, Store } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';

/** Orders deleted in one transaction; payments wait a few milliseconds for it. */
const deletedAtOnce = 5;

const countedAtOnce = 50;

/** The pause between two transactions of `purge`. */
const pauseMs = 30;

const dayMs = 86_400_000;

/** How long after the end of one run of `sweep` the next begins. */
const pauseBetweenRunsMs = 3_600_000;

/** Collaborators of `Retention`. */
export interface RetentionParts {
  store: Store;
  log: Pick<EventLog, 'ordersDeleted'>;
  now: () => Date;
  /** After how many days without a change `sweep` deletes orders; never when absent. */
  retentionDays: number | undefined;
}

/** Deletes orders that are over, in small transactions with pauses between them. */
export class Retention {
  readonly #parts: RetentionParts;
  #run: AsyncGenerator<Deletion, void> | undefined;
  #nextRunAt = 0;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** Counts the orders that are over and have not changed since `before`. */
  async count(before: Date): Promise<Deletion> {
    const total = { orders: 0, payments: 0 };
    for await (const orders of this.#over(before, countedAtOnce)) {
      total.orders += orders.length;
      for (const { attempts } of orders) total.payments += attempts.length;
      await nextTurn();
    }
    return total;
  }

  /** Deletes them. Rejects when `signal` aborts; what was deleted by then stays deleted. */
  async purge(before: Date, signal?: AbortSignal): Promise<Deletion> {
    const total = { orders: 0, payments: 0 };
    for await (const { orders, payments } of this.#delete(before)) {
      total.orders += orders;
      total.payments += payments;
      await pauseFor(pauseMs, undefined, signal && { signal });
    }
    return total;
  }

  /** Deletes a few orders that are older than `retentionDays`, if any are left in this run. */
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

  /** Deletes as many orders as `deletedAtOnce` with each step. */
  async *#delete(before: Date): AsyncGenerator<Deletion, void> {
    const { store, log } = this.#parts;
    const total = { orders: 0, payments: 0 };
    try {
      for await (const orders of this.#over(before, deletedAtOnce)) {
        const ids = orders.flatMap(({ attempts }) => attempts.slice(0, 1)).map((a) => a.orderId);
        const deleted = await store.deleteOver(ids, before.toISOString());
        total.orders += deleted.orders;
        total.payments += deleted.payments;
        yield deleted;
      }
    } finally {
      log.ordersDeleted(total, before);
    }
  }

  /** Lists the orders that are over, those that changed first first, page by page. */
  async *#over(before: Date, atOnce: number): AsyncGenerator<ChangedOrder[], void> {
    let after = { changedAt: '', attemptId: '' };
    for (;;) {
      const changed = await this.#parts.store.listChanged(after, atOnce);
      const old = changed.filter(({ position }) => position.changedAt < before.toISOString());
      yield old.filter(({ attempts }) => isOver(attempts));
      const last = old.at(-1);
      if (!last || old.length < atOnce) return;
      after = last.position;
    }
  }
}
