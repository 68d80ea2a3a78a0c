import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  isClosing,
  postbackDelayMs,
  type Attempt,
  type NewAttempt,
  type PostbackAddress,
  type PostbackBody,
  type Resolution,
} from '../attempt/attempt.ts';
import { receivers, type Receiver } from '../attempt/messages.ts';
import { resolutionRefusal, type AttemptEvent } from '../attempt/state-machine.ts';
import { statuses, statusesOf, type AttemptStatus } from '../attempt/statuses.ts';
import {
  close,
  latestMessage,
  postbackEvent,
  reserve,
  transition,
  type Closing,
  type EventRow,
  type Recorded,
  type Reservation,
  type TransitionRules,
} from '../attempt/transition.ts';
import type { ChangePosition } from './change-position.ts';
import type { Database, Row } from './database.ts';
import { isStoredAs, Ledger, newOrder, type KnownOrder } from './ledger.ts';
import {
  AlarmRow,
  paymentIn,
  BacklogRow,
  ChangedOrderRow,
  ChangeRow,
  eventsOf,
  MessageRow,
} from './rows.ts';
import { isUnfinished, listOf } from './schema.ts';
import { insertionOf, orderKeyOf } from './statements.ts';

export type DueMessage = z.infer<typeof MessageRow>;

/** An alarm, with what support did about it. Times are ISO 8601, UTC. */
export type StoredAlarm = z.infer<typeof AlarmRow>;

export interface StoreRules extends TransitionRules {
  /** Called with each commit's milliseconds, from its first statement until it's on disk. */
  onCommit?: (durationMs: number) => void;
}

export interface ChangedOrder {
  position: ChangePosition;
  /** Oldest first. */
  payments: Attempt[];
}

/** What is deleted, or would be. */
export interface Deletion {
  orders: number;
  payments: number;
}

/** What is waiting in the store, counted up to `maxCounted`. */
export interface Backlog {
  /** Payments that only evidence can resolve. */
  unresolved: Record<'pending' | 'unknown', number>;
  /** Messages that aren't delivered yet. */
  messages: Record<Receiver, number>;
}

export interface PaymentQuery {
  wanted: readonly AttemptStatus[];
  /** ISO 8601, UTC. */
  since: string;
  before: ChangePosition;
  limit: number;
}

export interface AlarmQuery {
  /** Leaves out acknowledged alarms. */
  onlyOpen: boolean;
  orderId?: string | undefined;
  limit: number;
}

/** Maximum age of the payments that show how long postbacks take. */
const recentMs = 7 * 86_400_000;

/** Payments per round; the next round follows a second later. */
const paymentsAtOnce = 200;

/** Counting stops here: this is enough to show that something is wrong. */
const maxCounted = 10_000;

/** Finds running payments whose process no longer has a lease. */
export const abandoned = `
  SELECT id FROM payments WHERE status IN ${listOf(statusesOf('running'))} AND ${isUnfinished}
    AND NOT EXISTS (SELECT 1 FROM leases WHERE leases.owner = payments.owner)
  LIMIT ${paymentsAtOnce}`;

/** Finds payments whose alarm is due. */
export const overdue = `SELECT id FROM payments WHERE due_at <= ? LIMIT ${paymentsAtOnce}`;

/** Finds orders whose latest change comes after a time and id. */
export const changedOrders = `
  SELECT id, order_key AS "orderKey", changed_at AS "changedAt" FROM payments one
  WHERE (changed_at, id) > (?, ?) AND NOT EXISTS (
    SELECT 1 FROM payments other WHERE other.order_key = one.order_key
      AND (other.changed_at, other.id) > (one.changed_at, one.id)
  )
  ORDER BY changed_at, id LIMIT ?`;

/** Finds the 100 payments that changed last between two times. */
export const latestPayments = `
  SELECT state FROM payments WHERE changed_at BETWEEN ? AND ?
  ORDER BY changed_at DESC LIMIT 100`;

const ofOrder = (columns: string) => `
  SELECT ${columns} FROM payments WHERE order_key = ? AND status <> 'deleted' ORDER BY number`;

/** Finds payments that changed since a time and before a position, latest change first. */
export function paymentsBefore(unfinished: readonly AttemptStatus[] | undefined): string {
  return `
  SELECT state, id, changed_at AS "changedAt" FROM payments
  WHERE ${unfinished ? `status IN ${listOf(unfinished)} AND ${isUnfinished} AND` : ''}
    changed_at >= ? AND (changed_at, id) < (?, ?)
  ORDER BY changed_at DESC, id DESC LIMIT ?`;
}

const countedUpTo = (name: string, rows: string) =>
  `SELECT '${name}' AS name, count(*) AS count FROM (SELECT 1 FROM ${rows} LIMIT ${maxCounted}) AS counted`;

/** Counts what is waiting; each part has a small index. */
export const backlog = [
  countedUpTo('pending', `payments WHERE status = 'pending' AND ${isUnfinished}`),
  countedUpTo('unknown', `payments WHERE status = 'unknown' AND ${isUnfinished}`),
  ...receivers.map((name) => countedUpTo(name, `messages WHERE receiver = '${name}'`)),
].join(' UNION ALL ');

/** Finds a receiver's due messages, unless the payment has an earlier one. */
const dueMessages = `
  SELECT id FROM messages
  WHERE receiver = ? AND next_at <= ? AND NOT EXISTS (
    SELECT 1 FROM messages earlier
    WHERE earlier.payment_id = messages.payment_id AND earlier.created_at < messages.created_at
  )
  ORDER BY next_at, created_at LIMIT ?`;

/** Hides due messages until a time, unless another process has just taken them. */
const takeMessages = `
  UPDATE messages SET next_at = ?, deliveries = deliveries + 1, taken = 1
  WHERE id IN (${dueMessages}) AND next_at <= ?
  RETURNING id, receiver, body, created_at AS "createdAt", deliveries - 1 AS deliveries`;

const putOff = 'UPDATE messages SET next_at = ?, taken = 0 WHERE id = ?';

/** Deletes a message if a later one of its payment has made it obsolete. */
const dropObsolete = `
  DELETE FROM messages WHERE id = ? AND EXISTS (
    SELECT 1 FROM messages later
    WHERE later.payment_id = messages.payment_id AND later.created_at > messages.created_at
  )`;

/**
 * Stores payments, and each step together with its messages. A write is durable once its promise
 * resolves. If it rejects, it changed nothing, unless the connection to a database server broke: then
 * record the step again.
 */
export class Store {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #rules: TransitionRules;

  constructor(database: Database, rules: TransitionRules) {
    this.#database = database;
    this.#ledger = new Ledger(database);
    this.#rules = rules;
  }

  /** Stores a payment with its first try, if `reserve` allows it. */
  async begin(wanted: NewAttempt, tokenHash: string): Promise<Reservation> {
    const decide = ({ payments, elsewhere }: KnownOrder) =>
      reserve(payments, wanted, tokenHash, this.#rules, elsewhere);
    return this.#ledger.change(wanted, decide, newOrder);
  }

  /** Closes an order, if `close` allows it. `by` says who wants it. */
  async closeOrder(orderId: string, by: string): Promise<Closing> {
    const wanted = { id: randomUUID(), orderId, by };
    const decide = ({ payments }: KnownOrder) => close(payments, wanted, this.#rules);
    return this.#ledger.change(wanted, decide);
  }

  /** Whether `begin` would store a payment, as its order is now. */
  async wouldBegin(wanted: NewAttempt): Promise<boolean> {
    const { payments, elsewhere } = await this.#ledger.read(wanted);
    return reserve(payments, wanted, '', this.#rules, elsewhere).result.kind === 'created';
  }

  /** Returns the last alarm that says whether the payments API as such is down. */
  async apiAlarm(): Promise<StoredAlarm | undefined> {
    const [row] = await this.#database.read(alarms(["code IN ('api_down', 'api_up')"]), 1);
    return row && AlarmRow.parse(row);
  }

  /** Applies an event to a payment; `undefined` if it changes nothing. */
  async record(id: string, event: AttemptEvent): Promise<Recorded | undefined> {
    return this.#record(id, () => event);
  }

  /** Records a postback, which is forwarded to the shop; `undefined` if no try has this address. */
  async recordPostback(
    { paymentId, tokenHash }: PostbackAddress,
    posted: PostbackBody,
  ): Promise<Recorded | undefined> {
    const eventOf = (attempt: Attempt) => postbackEvent(attempt, tokenHash, posted);
    return this.#record(paymentId, eventOf, posted);
  }

  async #record(
    id: string,
    eventOf: (attempt: Attempt) => AttemptEvent | undefined,
    posted?: PostbackBody,
  ): Promise<Recorded | undefined> {
    const { recorded, isRepeated } = await this.#ledger.change({ id }, ({ payments }) => {
      const before = payments.find((payment) => payment.id === id);
      const event = before && eventOf(before);
      const step = event && transition(payments, id, event, this.#rules, posted);
      const isSame = step !== undefined && isRepeatedPostback(before, step);
      return {
        result: { recorded: step, isRepeated: isSame },
        change: isSame ? undefined : step,
      };
    });
    if (!recorded || !isRepeated) return recorded;
    // A step for every repeated postback would make the row grow without end.
    for (const message of recorded.messages) {
      const [sql, values] = insertionOf(message, this.#now());
      await this.#database.run(sql, ...values);
    }
    return recorded;
  }

  /** Explains why an operator can't resolve a payment of an order, as `resolutionRefusal` does. */
  resolutionRefusal(order: readonly Attempt[], id: string, status: Resolution) {
    return resolutionRefusal(order, id, status, { ...this.#rules, at: this.#now() });
  }

  async find(id: string): Promise<Attempt | undefined> {
    const [row] = await this.#database.read('SELECT state FROM payments WHERE id = ?', id);
    const found = row && paymentIn(row);
    return found && isClosing(found) ? undefined : found;
  }

  /** Returns an order's payments, oldest first, and the mark of a closed one. */
  async findOrder(orderId: string): Promise<Attempt[]> {
    return this.#paymentsOf(orderKeyOf(orderId));
  }

  async #paymentsOf(orderKey: string): Promise<Attempt[]> {
    return (await this.#database.read(ofOrder('state'), orderKey)).map(paymentIn);
  }

  /** Returns the orders whose latest change comes after a position, oldest change first. */
  async listChanged(after: ChangePosition, limit: number) {
    const rows = await this.#database.read(changedOrders, after.changedAt, after.paymentId, limit);
    return Promise.all(
      rows.map(async (row): Promise<ChangedOrder> => {
        const { id: paymentId, orderKey, changedAt } = ChangedOrderRow.parse(row);
        return { position: { changedAt, paymentId }, payments: await this.#paymentsOf(orderKey) };
      }),
    );
  }

  /**
   * Returns how long after the answer the first postback came, for each of the latest 20 accepted
   * tries; `undefined` if none came. Ignores payments that changed within the last `atLeastMs`.
   */
  async postbackDelays(atLeastMs: number): Promise<(number | undefined)[]> {
    const now = this.#rules.now().getTime();
    const times = [recentMs, atLeastMs].map((ms) => new Date(now - ms).toISOString());
    const rows = await this.#database.read(latestPayments, ...times);
    const accepted = rows
      .flatMap((row) => paymentIn(row).tries)
      .filter(({ endedAt }) => endedAt !== undefined)
      .filter(
        ({ answer, postbackAt }) => postbackAt ?? (answer === 'charged' || answer === 'exists'),
      );
    return accepted.slice(0, 20).map(postbackDelayMs);
  }

  /** Records `interrupted` for every running payment whose process is gone. */
  async interruptAbandoned(): Promise<Recorded[]> {
    await this.#database.endLeases();
    return this.#recordAll(await this.#database.read(abandoned), { kind: 'interrupted' });
  }

  /** Records `overdue` for every payment whose `alarmAt` has passed. */
  async raiseOverdue(): Promise<Recorded[]> {
    return this.#recordAll(await this.#database.read(overdue, this.#now()), { kind: 'overdue' });
  }

  /**
   * Returns due messages, oldest first, and hides them until `until`. A payment's message isn't due
   * while an earlier one is on its way.
   */
  async takeMessages(receiver: Receiver, limit: number, until: Date): Promise<DueMessage[]> {
    const now = this.#now();
    const due = [receiver, now, limit] as const;
    if ((await this.#database.read(dueMessages, ...due)).length === 0) return [];
    const rows = await this.#database.run(takeMessages, until.toISOString(), ...due, now);
    const messages = rows.map((row) => MessageRow.parse(row));
    return messages.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  }

  /** Postpones a message until a time; `undefined` deletes it, as a later one of its payment does. */
  async postpone(messageId: string, until: Date | undefined): Promise<void> {
    if (!until) {
      await this.#database.run('DELETE FROM messages WHERE id = ?', messageId);
      return;
    }
    await this.#database.run(putOff, until.toISOString(), messageId);
    await this.#database.run(dropObsolete, messageId);
  }

  async countBacklog(): Promise<Backlog> {
    const counts = { pending: 0, unknown: 0, relay: 0, support: 0, payment: 0 };
    for (const row of await this.#database.read(backlog)) {
      const { name, count } = BacklogRow.parse(row);
      counts[name] = count;
    }
    const { pending, unknown, ...messages } = counts;
    return { unresolved: { pending, unknown }, messages };
  }

  /** Returns the steps of all an order's payments, oldest first. */
  async listEvents(orderId: string): Promise<EventRow[]> {
    return eventsOf(await this.#database.read(ofOrder('id, steps'), orderKeyOf(orderId)));
  }

  /**
   * Returns up to `limit` payments that changed since a time and before a position, latest change
   * first, and the position of the last payment that it looked at if there may be more. Looks at all
   * statuses, if one of the wanted is final, so that a page takes as long however rare they are.
   */
  async listPayments({ wanted, since, before, limit }: PaymentQuery) {
    const areUnfinished = wanted.every((status) => statuses[status].phase !== 'final');
    const sql = paymentsBefore(areUnfinished ? wanted : undefined);
    const { changedAt: until, paymentId } = before;
    const rows = await this.#database.read(sql, since, until, paymentId, limit);
    const found = rows.map((row) => {
      const { changedAt, id } = ChangeRow.parse(row);
      return { payment: paymentIn(row), changedAt, position: { changedAt, paymentId: id } };
    });
    const next = found.length === limit ? found.at(-1)?.position : undefined;
    return { listed: found.filter(({ payment }) => wanted.includes(payment.status)), next };
  }

  /** Returns alarms, newest first. */
  async listAlarms({ onlyOpen, orderId, limit }: AlarmQuery): Promise<StoredAlarm[]> {
    const conditions = [
      ...(onlyOpen ? ['acknowledged_at IS NULL'] : []),
      ...(orderId === undefined ? [] : ['order_id = ?']),
    ];
    const values = orderId === undefined ? [limit] : [orderId, limit];
    const rows = await this.#database.read(alarms(conditions), ...values);
    return rows.map((row) => AlarmRow.parse(row));
  }

  /** Records who first acknowledged an alarm; `false` if the alarm doesn't exist. */
  async acknowledgeAlarm(id: number, by: string): Promise<boolean> {
    const acknowledge = `
      UPDATE alarms SET acknowledged_at = coalesce(acknowledged_at, ?),
        acknowledged_by = coalesce(acknowledged_by, ?)
      WHERE id = ? RETURNING id`;
    return (await this.#database.run(acknowledge, this.#now(), by, id)).length > 0;
  }

  /**
   * Stores the message about a payment's latest outcome again, under the same id, and restarts its
   * three days. Returns `false` without an outcome or a webhook to the shop.
   */
  async resend(paymentId: string): Promise<boolean> {
    const message = latestMessage(await this.find(paymentId), this.#rules);
    if (!message) return false;
    const { id, receiver, body } = message;
    const now = this.#now();
    const insert = `
      INSERT INTO messages (id, receiver, body, created_at, next_at, payment_id)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at,
        next_at = excluded.next_at, deliveries = 0`;
    await this.#database.run(insert, id, receiver, body, now, now, paymentId);
    return true;
  }

  /**
   * Deletes the content of orders that are over and haven't changed since `before`. `begin` still refuses
   * a paid one.
   */
  async deleteOver(orderIds: readonly string[], before: string): Promise<Deletion> {
    const deleted = await Promise.all(
      orderIds.map(async (orderId) => this.#ledger.delete(orderId, before)),
    );
    const payments = deleted.reduce((sum, count) => sum + count, 0);
    return { orders: deleted.filter((count) => count > 0).length, payments };
  }

  /** Writes a consistent copy to a new file while payments continue. Rejects with a `StoreError`. */
  async backup(path: string): Promise<void> {
    await this.#database.backup(path);
  }

  /** Rejects if the store can't write, e.g. on a full disk. */
  async check(): Promise<void> {
    await this.#database.run('UPDATE schema_version SET checked_at = ?', this.#now());
  }

  /** Calls `listener` with the id of each payment that another process changed. */
  onChange(listener: (paymentId: string) => void): void {
    this.#database.onChange((id) => {
      this.#ledger.forget(id);
      listener(id);
    });
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  /** Records an event for each payment. The next round finds payments that failed. */
  async #recordAll(found: readonly Row[], event: AttemptEvent): Promise<Recorded[]> {
    const steps = await Promise.allSettled(
      found.map(async ({ id }) => this.record(String(id), event)),
    );
    const recorded = steps.flatMap((step) =>
      step.status === 'fulfilled' && step.value ? [step.value] : [],
    );
    const failed = steps.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected' && recorded.length === 0) throw failed.reason;
    return recorded;
  }

  #now(): string {
    return this.#rules.now().toISOString();
  }
}

/** Finds alarms, newest first. */
export function alarms(conditions: readonly string[]): string {
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  return `
    SELECT id, payment_id AS "paymentId", order_id AS "orderId", code, at, reason,
      acknowledged_at AS "acknowledgedAt", acknowledged_by AS "acknowledgedBy"
    FROM alarms ${where} ORDER BY id DESC LIMIT ?`;
}

/** Whether a postback changes nothing, so that its messages alone are kept. */
function isRepeatedPostback(before: Attempt | undefined, step: Recorded): boolean {
  const isQuiet = step.event.kind === 'postback' && step.alarms.length === 0;
  return isQuiet && isStoredAs(before, step.attempt);
}
