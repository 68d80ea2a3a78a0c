import { isDeepStrictEqual } from 'node:util';
import { isOver, type Attempt } from '../attempt/attempt.ts';
import { statuses } from '../attempt/statuses.ts';
import type { Change, Decision } from '../attempt/transition.ts';
import { CommitLost, type Database, type OrderChange } from './database.ts';
import { orderOf, type StoredOrder } from './rows.ts';
import { deletionOf, orderKeyOf } from './statements.ts';

export interface Subject {
  /** The payment to change or begin. */
  id: string;
  /** The order of a new payment. */
  orderId?: string;
  /** The new payment's proof of authentication. */
  proofHash?: string | undefined;
}

/** An order as read, blank payments included. */
export interface KnownOrder extends StoredOrder {
  /** Other orders' payments with the new payment's id or proof. */
  elsewhere?: readonly Attempt[];
}

export const newOrder: KnownOrder = { version: 0, payments: [] };

const columns = 'id, version, proof_hash, status, state';
const ofOrder = `SELECT ${columns} FROM payments WHERE order_key = ? ORDER BY number`;
const ofOrderOfPayment = `
  SELECT ${columns} FROM payments WHERE order_key = (SELECT order_key FROM payments WHERE id = ?)
  ORDER BY number`;
const ofOtherOrders = `
  SELECT ${columns} FROM payments WHERE (id = ? OR proof_hash = ?) AND order_key <> ?`;

/** Finds an order that has content, all of it older than a time. */
const unchangedSince = `
  SELECT count(*) FROM payments WHERE order_key = ? HAVING max(changed_at) < ?`;

/** More rounds than this mean a bug. */
const maxRounds = 100;

const maxRunning = 10_000;

/**
 * Explains why an order never has two payments that may both charge; `run.ts` has the rule for a
 * payment's own retries. A payment is sent only after `change` has stored it, and `change` never stores
 * a decision on an order that has changed since:
 *
 * 1. `decide` (the pure `reserve` or `transition`) sees all payments of the order, as read or assumed,
 *    and says what to write about one of them. `reserve` begins no payment while another one of the
 *    order is paid, runs or may have charged.
 * 2. The first payment of an order is inserted with number 1. Its id, its number in the order and its
 *    proof are unique, so that only one insert succeeds.
 * 3. The first payment's row holds the order's version. Every later change, of this payment or another
 *    one, first increments it, if it's still the version that was read.
 * 4. If 2. or 3. writes no row, another write was faster: the order is read and decided on again.
 * 5. When a connection breaks, the commit may have happened: the next round recognizes its own write,
 *    or decides on what followed it.
 * 6. The rows of a deleted order that was paid or brought a proof stay, without their content. So 1. to
 *    3. hold for the order and its proofs as before. Any other deleted order is new again.
 *
 * Correctness depends on no lock or cache: `#running` saves reads, and a stale entry fails at 3.
 */
export class Ledger {
  readonly #database: Database;
  /** Orders of payments that this process runs, as last written. */
  readonly #running = new Map<string, StoredOrder>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Changes an order as `decide` says. A correct guess in `assumed` saves a read. */
  async change<Result>(
    subject: Subject,
    decide: (order: KnownOrder) => Decision<Result>,
    assumed: KnownOrder | undefined = this.#running.get(subject.id),
  ): Promise<Result> {
    this.#running.delete(subject.id);
    let given = assumed;
    let lost: { change: OrderChange; result: Result } | undefined;
    for (let round = 0; round < maxRounds; round++) {
      const order = given ?? (await this.read(subject));
      if (lost && isStored(lost.change, order)) {
        this.#keep(subject.id, order);
        return lost.result;
      }
      const { result, change } = decide(order);
      // Only an order as read can show that there is nothing to change.
      if (!change && !given) return result;
      given = undefined;
      if (!change) continue;
      const ordered = inOrder(change, order);
      const isCommitted = await this.#database.commit(ordered).catch((error: unknown) => {
        if (!(error instanceof CommitLost) || lost) throw error;
        lost = { change: ordered, result };
        return false;
      });
      if (!isCommitted) continue;
      this.#keep(subject.id, withChange(order, ordered));
      return result;
    }
    throw new Error(`The order of ${subject.id} changes all the time`);
  }

  /**
   * Deletes an order that is over and hasn't changed since `before`. Returns how many payments it had;
   * a closed order counts one more.
   */
  async delete(orderId: string, before: string): Promise<number> {
    const key = orderKeyOf(orderId);
    for (let round = 0; round < maxRounds; round++) {
      const { payments, version } = orderOf(await this.#database.read(ofOrder, key));
      const unchanged = await this.#database.read(unchangedSince, key, before);
      if (unchanged.length === 0 || !isOver(payments)) return 0;
      const deletion = deletionOf(payments, version, orderId);
      const isDone = await this.#database.transact(deletion);
      if (isDone) return payments.filter((payment) => payment.orderId !== '').length;
    }
    throw new Error(`The order ${orderId} changes all the time`);
  }

  /** Drops the kept order of a payment that another process has changed. */
  forget(id: string): void {
    this.#running.delete(id);
  }

  /** Reads an order, and the payments of others that have the id or proof. */
  async read({ id, orderId, proofHash }: Subject): Promise<KnownOrder> {
    if (orderId === undefined) return orderOf(await this.#database.read(ofOrderOfPayment, id));
    const key = orderKeyOf(orderId);
    const [order, elsewhere] = await Promise.all([
      this.#database.read(ofOrder, key),
      this.#database.read(ofOtherOrders, id, proofHash ?? null, key),
    ]);
    return { ...orderOf(order), elsewhere: orderOf(elsewhere).payments };
  }

  /** Keeps a running payment's order in memory. */
  #keep(id: string, order: StoredOrder): void {
    const payment = order.payments.find((each) => each.id === id);
    if (!payment || statuses[payment.status].phase !== 'running') return;
    this.#running.set(id, order);
    const [oldest = ''] = this.#running.keys();
    if (this.#running.size > maxRunning) this.#running.delete(oldest);
  }
}

/** Adds the change's place in the order. */
function inOrder(change: Change, { payments, version }: StoredOrder): OrderChange {
  const index = payments.findIndex(({ id }) => id === change.attempt.id);
  const number = (index === -1 ? payments.length : index) + 1;
  const { orderId, proofHash = null } = change.attempt;
  const hasProof = payments.some((payment) => payment.proofHash === proofHash);
  const firstId = payments[0]?.id ?? change.attempt.id;
  const newProof = hasProof ? null : proofHash;
  const orderKey = orderKeyOf(orderId);
  return { ...change, orderKey, number, firstId, orderVersion: version, newProof };
}

function withChange(
  { payments }: StoredOrder,
  { attempt, number, orderVersion }: OrderChange,
): StoredOrder {
  const changed = [...payments];
  changed[number - 1] = attempt;
  return { version: orderVersion + 1, payments: changed };
}

/** Whether the order is exactly as this change left it. */
function isStored({ attempt, number, orderVersion }: OrderChange, order: StoredOrder): boolean {
  const stored = order.payments[number - 1];
  return order.version === orderVersion + 1 && isStoredAs(stored, attempt);
}

/** Compares payments as they are stored: without members that are `undefined`. */
export function isStoredAs(one: Attempt | undefined, other: Attempt): boolean {
  const [a, b]: unknown[] = JSON.parse(JSON.stringify([one, other]));
  return isDeepStrictEqual(a, b);
}
