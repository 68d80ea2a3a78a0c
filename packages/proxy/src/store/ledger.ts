import { isOver, isStoredAs, type Attempt } from '../attempt/attempt.ts';
import { statuses } from '../attempt/statuses.ts';
import type { Change, Decision, RuledOut } from '../attempt/transition.ts';
import { CommitLost, type Database, type OrderChange } from './database.ts';
import { orderOf, RuledOutRow, type Order } from './rows.ts';
import { deletionOf, hashOf } from './statements.ts';

export interface Subject {
  /** The payment to change or begin. */
  id: string;
  /** The order of a new payment. */
  orderId?: string;
  /** The new payment's proof of authentication. */
  proofHash?: string | undefined;
}

/** An order as read, and what else blocks a new payment. */
export interface KnownOrder extends Order {
  /** Another order's payment with the new payment's id. */
  elsewhere?: Attempt | undefined;
  ruledOut?: RuledOut | undefined;
}

export const newOrder: KnownOrder = { version: 0, attempts: [] };

const columns = 'id, order_id, version, state';
const ofOrder = `
  SELECT ${columns} FROM payments WHERE order_id = ? AND status <> 'deleted' ORDER BY number`;
const ofOrderOfPayment = `
  SELECT ${columns} FROM payments WHERE order_id = (SELECT order_id FROM payments WHERE id = ?)
  ORDER BY number`;
const ofOtherOrder = `SELECT ${columns} FROM payments WHERE id = ? AND order_id <> ?`;
const ruledOut = `
  SELECT 'order_already_paid' AS code FROM spent WHERE hash = ?
  UNION ALL SELECT 'three_ds_used' FROM spent WHERE hash = ?
  UNION ALL SELECT 'three_ds_used' FROM payments WHERE proof_hash = ? AND order_id <> ?`;

const changesOfOrder = 'SELECT 1 FROM payments WHERE order_id = ? AND changed_at >= ?';

/** More rounds than this mean a bug. */
const maxRounds = 100;

const maxBegun = 10_000;

/**
 * Explains why an order isn't charged twice. A payment is sent only after `change` has stored it, and
 * `change` never stores a decision on an order that has changed since:
 *
 * 1. `decide` (the pure `reserve` or `transition`) sees all payments of the order, and says what to
 *    write about one of them. `reserve` begins no payment while another one of the order is paid,
 *    runs or may have charged.
 * 2. The first payment of an order is inserted with number 1. `UNIQUE (order_id, number)` lets one
 *    insert succeed, the primary key one per id, and a unique index one order per proof.
 * 3. The first payment holds the order's version. Every other change, of this payment or a later one,
 *    first increments it, if it's still the version that was read.
 * 4. If that changes no row, another write was faster: the order is read and decided on again.
 * 5. When a connection breaks, the commit may have happened: the next round recognizes its own write.
 * 6. A deleted paid order leaves its hash, which the insert in 2. checks. An insert that began before
 *    the hash was stored still meets the order's first row, which stays for ten minutes.
 *
 * Correctness depends on no lock or cache: `#begun` saves reads, and a stale entry fails at 3.
 */
export class Ledger {
  readonly #database: Database;
  /** Orders of payments that this process runs, as last written. */
  readonly #begun = new Map<string, Order>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Changes an order as `decide` says. A correct guess in `assumed` saves a read. */
  async change<Result>(
    subject: Subject,
    decide: (order: KnownOrder) => Decision<Result>,
    assumed: KnownOrder | undefined = this.#begun.get(subject.id),
  ): Promise<Result> {
    this.#begun.delete(subject.id);
    let given = assumed;
    let lost: { change: OrderChange; result: Result } | undefined;
    for (let round = 0; round < maxRounds; round++) {
      const order = given ?? (await this.#read(subject));
      if (lost && isStored(lost.change, order)) {
        this.#keep(subject.id, order);
        return lost.result;
      }
      const { result, change } = decide(order);
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
   * Deletes an order that is over and hasn't changed since `before`. A paid one leaves a trace until
   * `traceUntil`. Returns how many payments the order had.
   */
  async delete(orderId: string, before: string, traceUntil: string): Promise<number> {
    for (let round = 0; round < maxRounds; round++) {
      const { attempts, version } = orderOf(await this.#database.read(ofOrder, orderId));
      const late = await this.#database.read(changesOfOrder, orderId, before);
      if (attempts.length === 0 || late.length > 0 || !isOver(attempts)) return 0;
      const deletion = deletionOf(attempts, version, traceUntil);
      if (await this.#database.transact(deletion)) return attempts.length;
    }
    throw new Error(`The order ${orderId} changes all the time`);
  }

  /** Forgets a payment that another process has changed. */
  forget(id: string): void {
    this.#begun.delete(id);
  }

  async #read({ id, orderId, proofHash }: Subject): Promise<KnownOrder> {
    if (orderId === undefined) return orderOf(await this.#database.read(ofOrderOfPayment, id));
    const proof = proofHash ?? null;
    const [order, elsewhere, [reason]] = await Promise.all([
      this.#database.read(ofOrder, orderId),
      this.#database.read(ofOtherOrder, id, orderId),
      this.#database.read(ruledOut, hashOf(orderId), proof, proof, orderId),
    ]);
    return {
      ...orderOf(order),
      elsewhere: orderOf(elsewhere).attempts[0],
      ruledOut: reason && RuledOutRow.parse(reason).code,
    };
  }

  /** Keeps a running payment's order in memory. */
  #keep(id: string, order: Order): void {
    const attempt = order.attempts.find((each) => each.id === id);
    if (!attempt || statuses[attempt.status].phase !== 'running') return;
    this.#begun.set(id, order);
    const [oldest = ''] = this.#begun.keys();
    if (this.#begun.size > maxBegun) this.#begun.delete(oldest);
  }
}

/** Adds the change's place in the order. */
function inOrder(change: Change, { attempts, version }: Order): OrderChange {
  const index = attempts.findIndex(({ id }) => id === change.attempt.id);
  const number = (index === -1 ? attempts.length : index) + 1;
  const { proofHash = null } = change.attempt;
  const isKnown = attempts.some((attempt) => attempt.proofHash === proofHash);
  return { ...change, number, orderVersion: version, newProof: isKnown ? null : proofHash };
}

function withChange({ attempts }: Order, { attempt, number, orderVersion }: OrderChange): Order {
  const changed = [...attempts];
  changed[number - 1] = attempt;
  return { version: orderVersion + 1, attempts: changed };
}

/** Whether the order is just as this change left it. */
function isStored({ attempt, number, orderVersion }: OrderChange, order: Order): boolean {
  const stored = order.attempts[number - 1];
  return order.version === orderVersion + 1 && isStoredAs(stored, attempt);
}
