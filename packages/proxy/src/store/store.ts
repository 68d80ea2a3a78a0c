import type { z } from 'zod';
import {
  postbackDelayMs,
  type Attempt,
  type NewAttempt,
  type PostbackAddress,
  type PostbackBody,
} from '../attempt/attempt.ts';
import { receivers, type Message, type Receiver } from '../attempt/messages.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import { statuses, statusesOf, type AttemptStatus } from '../attempt/statuses.ts';
import {
  latestMessage,
  postbackEvent,
  reserve,
  transition,
  type EventRow,
  type Recorded,
  type Reservation,
  type TransitionRules,
} from '../attempt/transition.ts';
import type { Database, Row } from './database.ts';
import { Ledger, newOrder, type KnownOrder } from './ledger.ts';
import { AlarmRow, attemptOf, BacklogRow, ChangeRow, eventsOf, MessageRow } from './rows.ts';
import { isUnfinished, listOf } from './schema.ts';
import { insertionOf } from './statements.ts';

export type DueMessage = z.infer<typeof MessageRow>;

/** An alarm, with what support did about it. Times are ISO 8601, UTC. */
export type StoredAlarm = z.infer<typeof AlarmRow>;

export interface StoreRules extends TransitionRules {
  /** Called with the time that each commit took, from its first statement until it was on disk. */
  onCommit?: (durationMs: number) => void;
}

/** The place of an order in the list of changes: its latest change. */
export interface ChangePosition {
  /** ISO 8601, UTC. */
  changedAt: string;
  attemptId: string;
}

/** An order in the list of changes. */
export interface ChangedOrder {
  position: ChangePosition;
  /** All its attempts, oldest first. */
  attempts: Attempt[];
}

/** How much is, or would be, deleted. */
export interface Deletion {
  orders: number;
  payments: number;
}

/** How much is waiting in the store; counted up to `maxCounted`. */
export interface Backlog {
  /** Attempts that only evidence can resolve. */
  unresolved: Record<'pending' | 'unknown', number>;
  /** Messages that are not delivered yet. */
  messages: Record<Receiver, number>;
}

/** Which alarms to list. */
export interface AlarmQuery {
  /** Leaves out what support has acknowledged. */
  onlyOpen: boolean;
  orderId?: string | undefined;
  limit: number;
}

/** How many payments show how long postbacks take, and how many of these count at most. */
const [paymentsRead, acceptedRead] = [100, 20] as const;

/** How old a try may be that shows how long postbacks take. */
const recentMs = 7 * 86_400_000;

/** How many attempts one round takes care of; the next one follows a second later. */
const attemptsAtOnce = 200;

/** Counting stops here: it is enough to see that something is wrong. */
const maxCounted = 10_000;

/** How long a deleted order leaves a trace: longer than a statement takes, even where clocks differ. */
const traceMs = 600_000;

const isRunning = `status IN ${listOf(statusesOf('running'))} AND ${isUnfinished}`;

/** Finds the running payments whose process has no lease any more. */
export const abandoned = `
  SELECT id FROM payments WHERE ${isRunning}
    AND NOT EXISTS (SELECT 1 FROM leases WHERE leases.owner = payments.owner)
  LIMIT ${attemptsAtOnce}`;

/** Finds the payments whose alarm is due at a time, and traces of deleted ones. */
export const overdue = `SELECT id, status FROM payments WHERE due_at <= ? LIMIT ${attemptsAtOnce}`;

const removeTraces = `DELETE FROM payments WHERE due_at <= ? AND status = 'deleted'`;

/** Finds orders by their latest change, after a time and id. */
export const changedOrders = `
  SELECT id, order_id AS "orderId", changed_at AS "changedAt" FROM payments one
  WHERE (changed_at, id) > (?, ?) AND NOT EXISTS (
    SELECT 1 FROM payments other WHERE other.order_id = one.order_id
      AND (other.changed_at, other.id) > (one.changed_at, one.id)
  )
  ORDER BY changed_at, id LIMIT ?`;

/** Finds the payments that changed last between two times. */
export const latestPayments = `
  SELECT state FROM payments WHERE changed_at BETWEEN ? AND ?
  ORDER BY changed_at DESC LIMIT ${paymentsRead}`;

const ofOrder = (columns: string) => `
  SELECT ${columns} FROM payments WHERE order_id = ? AND status <> 'deleted' ORDER BY number`;

/** Finds the latest payments of some statuses that changed since a time. */
export function paymentsByStatus(wanted: readonly AttemptStatus[]): string {
  const areUnresolved = wanted.every((status) => statuses[status].phase === 'unresolved');
  return `
  SELECT state, id, order_id AS "orderId", changed_at AS "changedAt" FROM payments
  WHERE status IN ${listOf(wanted)} ${areUnresolved ? `AND ${isUnfinished}` : ''} AND changed_at >= ?
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

/** Finds the messages of a receiver that are due at a time, and not held back by an earlier one. */
const dueMessages = `
  SELECT id FROM messages
  WHERE receiver = ? AND next_at <= ? AND NOT EXISTS (
    SELECT 1 FROM messages earlier
    WHERE earlier.payment_id = messages.payment_id AND earlier.created_at < messages.created_at
  )
  ORDER BY next_at, created_at LIMIT ?`;

/** Hides them until a time, but those that another process takes meanwhile. */
const takeMessages = `
  UPDATE messages SET next_at = ?, deliveries = deliveries + 1
  WHERE id IN (${dueMessages}) AND next_at <= ?
  RETURNING id, receiver, body, created_at AS "createdAt", deliveries - 1 AS deliveries`;

const putOff = 'UPDATE messages SET next_at = ? WHERE id = ?';

/**
 * Keeps attempts, their steps, and the messages that these cause. A write is durable once its promise
 * resolves; if it rejects, it changed nothing, unless the connection to a database server broke: then
 * record the step again. A step and its messages are one write.
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

  /** Stores an attempt with its first try, if `reserve` allows it. */
  async begin(wanted: NewAttempt, tokenHash: string): Promise<Reservation> {
    const decide = ({ attempts, elsewhere, ruledOut }: KnownOrder) => {
      const known = elsewhere ? [...attempts, elsewhere] : attempts;
      return reserve(known, wanted, tokenHash, this.#rules, ruledOut);
    };
    return this.#ledger.change(wanted, decide, newOrder);
  }

  /** Applies an event to an attempt; `undefined` when that changes nothing. */
  async record(id: string, event: AttemptEvent): Promise<Recorded | undefined> {
    return this.#record(id, event);
  }

  /** Records a postback; `undefined` if no try has this address. */
  async recordPostback(
    { attemptId, tokenHash }: PostbackAddress,
    posted: PostbackBody,
  ): Promise<Recorded | undefined> {
    const attempt = await this.find(attemptId);
    const event = attempt && postbackEvent(attempt, tokenHash, posted);
    return event && this.#record(attempt.id, event, posted);
  }

  async find(id: string): Promise<Attempt | undefined> {
    const [row] = await this.#ledger.query('SELECT state FROM payments WHERE id = ?', id);
    return row && attemptOf(row);
  }

  /** Returns the attempts of an order, oldest first. */
  async findOrder(orderId: string): Promise<Attempt[]> {
    return (await this.#ledger.query(ofOrder('state'), orderId)).map(attemptOf);
  }

  /** Returns the orders whose latest change comes after a position, oldest change first. */
  async listChanged(after: ChangePosition, limit: number) {
    const position = [after.changedAt, after.attemptId] as const;
    const rows = await this.#ledger.query(changedOrders, ...position, limit);
    return Promise.all(
      rows.map(async (row): Promise<ChangedOrder> => {
        const { id: attemptId, orderId, changedAt } = ChangeRow.parse(row);
        return { position: { changedAt, attemptId }, attempts: await this.findOrder(orderId) };
      }),
    );
  }

  /**
   * Returns how long the first postbacks of the latest accepted tries took after the answer, and
   * `undefined` for each that had none; of payments that have not changed for `atLeastMs`.
   */
  async postbackDelays(atLeastMs: number): Promise<(number | undefined)[]> {
    const now = this.#rules.now().getTime();
    const times = [recentMs, atLeastMs].map((ms) => new Date(now - ms).toISOString());
    const rows = await this.#ledger.query(latestPayments, ...times);
    const accepted = rows
      .flatMap((row) => attemptOf(row).tries)
      .filter(({ endedAt }) => endedAt !== undefined)
      .filter(
        ({ answer, postbackAt }) => postbackAt ?? (answer === 'charged' || answer === 'exists'),
      );
    return accepted.slice(0, acceptedRead).map(postbackDelayMs);
  }

  /** Records `interrupted` for every running attempt whose process is gone. */
  async interruptAbandoned(): Promise<Recorded[]> {
    await this.#database.endLeases();
    return this.#recordAll(await this.#ledger.query(abandoned), { kind: 'interrupted' });
  }

  /** Records `overdue` for every attempt whose `alarmAt` has passed. */
  async raiseOverdue(): Promise<Recorded[]> {
    const found = await this.#ledger.query(overdue, this.#now());
    const due = found.filter(({ status }) => status !== 'deleted');
    if (due.length < found.length) await this.#database.run(removeTraces, this.#now());
    return this.#recordAll(due, { kind: 'overdue' });
  }

  /**
   * Returns messages that are due, oldest first, and hides them until `until`. A message of an attempt
   * is not due before the attempt's earlier ones are deleted.
   */
  async takeMessages(receiver: Receiver, limit: number, until: Date): Promise<DueMessage[]> {
    const now = this.#now();
    const due = [receiver, now, limit] as const;
    if ((await this.#ledger.query(dueMessages, ...due)).length === 0) return [];
    const rows = await this.#database.run(takeMessages, until.toISOString(), ...due, now);
    const messages = rows.map((row) => MessageRow.parse(row));
    return messages.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  }

  /** Postpones a message until a time; `undefined` deletes it. */
  async postpone(messageId: string, until: Date | undefined): Promise<void> {
    if (!until) await this.#database.run('DELETE FROM messages WHERE id = ?', messageId);
    else await this.#database.run(putOff, until.toISOString(), messageId);
  }

  /** Counts what is waiting; cheap, by an index. */
  async countBacklog(): Promise<Backlog> {
    const counts = { pending: 0, unknown: 0, relay: 0, support: 0, payment: 0 };
    for (const row of await this.#ledger.query(backlog)) {
      const { name, count } = BacklogRow.parse(row);
      counts[name] = count;
    }
    const { pending, unknown, ...messages } = counts;
    return { unresolved: { pending, unknown }, messages };
  }

  /** Returns the steps of an order's attempts, oldest first. */
  async listEvents(orderId: string): Promise<EventRow[]> {
    return eventsOf(await this.#ledger.query(ofOrder('id, steps'), orderId));
  }

  /**
   * Returns attempts that changed after a time, latest change first. Looks through all attempts
   * since then, but for `pending` and `unknown` ones.
   */
  async listByStatus(wanted: readonly AttemptStatus[], since: string, limit: number) {
    const rows = await this.#ledger.query(paymentsByStatus(wanted), since, limit);
    return rows.map((row) => {
      return { attempt: attemptOf(row), changedAt: ChangeRow.parse(row).changedAt };
    });
  }

  /** Returns alarms, newest first. */
  async listAlarms({ onlyOpen, orderId, limit }: AlarmQuery): Promise<StoredAlarm[]> {
    const values = orderId === undefined ? [limit] : [orderId, limit];
    const rows = await this.#ledger.query(alarms(onlyOpen, orderId !== undefined), ...values);
    return rows.map((row) => AlarmRow.parse(row));
  }

  /** Notes who acted on an alarm, unless that is noted already; `false` if there is no such alarm. */
  async acknowledgeAlarm(id: number, by: string): Promise<boolean> {
    const acknowledge = `
      UPDATE alarms SET acknowledged_at = coalesce(acknowledged_at, ?),
        acknowledged_by = coalesce(acknowledged_by, ?)
      WHERE id = ? RETURNING id`;
    return (await this.#database.run(acknowledge, this.#now(), by, id)).length > 0;
  }

  /**
   * Stores the message about an attempt's latest outcome once more, under its id; `false` if it has
   * none, or if no message goes to the shop's server. Starts its three days again.
   */
  async resend(paymentId: string): Promise<boolean> {
    const message = latestMessage(await this.find(paymentId), this.#rules);
    if (!message) return false;
    const { id, receiver, body, attemptId = null } = message;
    const now = this.#now();
    const insert = `
      INSERT INTO messages (id, receiver, body, created_at, next_at, payment_id)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at,
        next_at = excluded.next_at, deliveries = 0`;
    await this.#database.run(insert, id, receiver, body, now, now, attemptId);
    return true;
  }

  /**
   * Deletes orders that are over and have not changed since `before`, with everything about them. A
   * hash of a paid order's id stays, so that `begin` still refuses the order as paid.
   */
  async deleteOver(orderIds: readonly string[], before: string): Promise<Deletion> {
    const traceUntil = new Date(this.#rules.now().getTime() + traceMs).toISOString();
    const deleted = await Promise.all(
      orderIds.map(async (orderId) => this.#ledger.delete(orderId, before, traceUntil)),
    );
    const payments = deleted.reduce((sum, count) => sum + count, 0);
    return { orders: deleted.filter((count) => count > 0).length, payments };
  }

  /** Writes a consistent copy to a new file, while payments go on. Rejects with a `StoreError`. */
  async backup(path: string): Promise<void> {
    await this.#database.backup(path);
  }

  /** Rejects when the store cannot write, such as on a full disk. */
  async check(): Promise<void> {
    await this.#database.run('UPDATE schema_version SET checked_at = ?', this.#now());
  }

  /** Calls `listener` with the id of an attempt that another process has changed. */
  onChange(listener: (attemptId: string) => void): void {
    this.#database.onChange((id) => {
      this.#ledger.forget(id);
      listener(id);
    });
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  async #record(id: string, event: AttemptEvent, posted?: PostbackBody) {
    const recorded = await this.#ledger.change({ id }, ({ attempts }) => {
      const step = transition(attempts, id, event, this.#rules, posted);
      return { result: step, change: step?.isRepeated ? undefined : step };
    });
    // An API that posts without end must not make the row grow without end.
    if (recorded?.isRepeated) await this.#keep(recorded.messages);
    return recorded;
  }

  async #keep(messages: readonly Message[]): Promise<void> {
    for (const message of messages) {
      const [sql, values] = insertionOf(message, this.#now());
      await this.#database.run(sql, ...values);
    }
  }

  /** Records an event for each attempt. Those that fail are found again by the next round. */
  async #recordAll(found: readonly Row[], event: AttemptEvent): Promise<Recorded[]> {
    const steps = await Promise.allSettled(
      found.map(async ({ id }) => this.#record(String(id), event)),
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
export function alarms(onlyOpen: boolean, ofOneOrder: boolean): string {
  const conditions = [
    ...(onlyOpen ? ['acknowledged_at IS NULL'] : []),
    ...(ofOneOrder ? ['order_id = ?'] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  return `
    SELECT id, payment_id AS "paymentId", order_id AS "orderId", code, at,
      acknowledged_at AS "acknowledgedAt", acknowledged_by AS "acknowledgedBy"
    FROM alarms ${where} ORDER BY id DESC LIMIT ?`;
}
