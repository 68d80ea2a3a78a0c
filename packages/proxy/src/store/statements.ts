import { hash } from 'node:crypto';
import type { Attempt } from '../attempt/attempt.ts';
import type { Message } from '../attempt/messages.ts';
import type { Change, EventRow } from '../attempt/transition.ts';
import type { OrderChange, Statement, Transaction, Value } from './database.ts';

const columns =
  'id, order_key, number, version, owner, proof_hash, status, changed_at, due_at, state, steps';

const places = columns.replaceAll(/\w+/g, '?');

const insertFrom = (source: string) => `INSERT INTO payments (${columns}) ${source}`;

const insertLater = insertFrom(`VALUES (${places})`);

/** Inserts the first payments of orders, unless another payment has their id, order or proof. */
export const insertFirstFrom = (source: string) => `${insertFrom(source)} ON CONFLICT DO NOTHING`;

const insertFirst = insertFirstFrom(`VALUES (${places})`);

const parameter = () => '?';

/** Sets the columns that each step changes; `value` returns the SQL of a column's value. */
const changed = (value: (column: string) => string) => `
  status = ${value('status')}, changed_at = ${value('changed_at')}, due_at = ${value('due_at')},
  state = ${value('state')}, steps = payments.steps || ',' || ${value('step')}`;

/** Guard of every later change: the order has the version that was read. */
const isAsRead = (value: (column: string) => string) =>
  `payments.id = ${value('id')} AND payments.version = ${value('read_version')}`;

/** Writes a step of orders' first payments, if the orders have the version that was read. */
export const updateFirstWith = (value: (column: string) => string, source = '') => `
  UPDATE payments SET version = payments.version + 1, ${changed(value)} ${source}
  WHERE ${isAsRead(value)}`;

const updateFirst = updateFirstWith(parameter);

const updateLater = `UPDATE payments SET ${changed(parameter)} WHERE id = ?`;

const nextVersion = `UPDATE payments SET version = version + 1 WHERE ${isAsRead(parameter)}`;

/** Does the same, unless another order has the payment's id or proof. */
const nextVersionForNew = `${nextVersion}
  AND NOT EXISTS (SELECT 1 FROM payments one WHERE one.id = ? OR one.proof_hash = ?)`;

export const insertMessageFrom = (source: string) => `
  INSERT INTO messages (id, payment_id, receiver, body, created_at, next_at)
  ${source} ON CONFLICT (id) DO NOTHING`;

const insertMessage = insertMessageFrom('VALUES (?, ?, ?, ?, ?, ?)');

/** Deletes a payment's messages that a later one makes obsolete, but for one that is on its way. */
const deleteObsolete = 'DELETE FROM messages WHERE payment_id = ? AND taken = 0';

export const insertAlarmFrom = (source: string) => `
  INSERT INTO alarms (payment_id, order_id, code, at, reason) ${source}`;

const insertAlarm = insertAlarmFrom('VALUES (?, ?, ?, ?, ?)');

/** Returns a change's statements. `ledger.ts` explains their guards. */
export function transactionOf(change: OrderChange, owner: string): Transaction {
  return isNewRow(change) ? beginning(change, owner) : nextStep(change);
}

/** Whether a change adds a row to its order. */
export function isNewRow({ event: { kind } }: Change): boolean {
  return kind === 'begun' || kind === 'closed';
}

function beginning(change: OrderChange, owner: string): Transaction {
  const { attempt, orderKey, number, firstId, orderVersion, newProof } = change;
  const { id } = attempt;
  const row = [id, orderKey, number, 1, owner, newProof, ...changedRow(change)];
  if (number === 1) return { guards: [[insertFirst, row]], rest: [] };
  const guard: Statement = [nextVersionForNew, [firstId, orderVersion, id, newProof]];
  return { guards: [guard], rest: [[insertLater, row]] };
}

function nextStep(change: OrderChange): Transaction {
  const { attempt, number, firstId, orderVersion, event, alarms, messages } = change;
  const { reason = null } = change;
  const { id, orderId } = attempt;
  const values = changedRow(change);
  const news: Statement[] = [
    ...messages.flatMap(({ paymentId }): Statement[] =>
      paymentId ? [[deleteObsolete, [paymentId]]] : [],
    ),
    ...messages.map((message) => insertionOf(message, event.at)),
    ...alarms.map((code): Statement => [insertAlarm, [id, orderId, code, event.at, reason]]),
  ];
  if (number === 1) {
    return { guards: [[updateFirst, [...values, id, orderVersion]]], rest: news };
  }
  const guard: Statement = [nextVersion, [firstId, orderVersion]];
  return { guards: [guard], rest: [[updateLater, [...values, id]], ...news] };
}

/** Stores a message, due at `at`, unless it's stored already. */
export function insertionOf(message: Message, at: string): Statement {
  const { id, paymentId = null, receiver, body, createdAt } = message;
  return [insertMessage, [id, paymentId, receiver, body, createdAt, at]];
}

/** Returns the values of the columns that each step changes. */
export function changedRow({ attempt, event }: Change): Value[] {
  const { status, alarmAt = null } = attempt;
  return [status, event.at, alarmAt, JSON.stringify(attempt), stepOf(event)];
}

/** Returns a step as JSON, without the payment's id. Its details are JSON already. */
function stepOf({ at, kind, tryNumber, status, details }: EventRow): string {
  const step = JSON.stringify({ at, kind, tryNumber, status });
  return details === undefined ? step : `${step.slice(0, -1)},"details":${details}}`;
}

const blankRows = `
  UPDATE payments SET id = order_key || '.' || number, owner = '', status = 'deleted',
    changed_at = NULL, due_at = NULL, state = status, steps = ''
  WHERE order_key = ? AND status <> 'deleted'`;

const deleteRows = 'DELETE FROM payments WHERE order_key = ?';

const deleteAlarms = 'DELETE FROM alarms WHERE order_id = ?';

/** Returns the statements that delete an order; `ledger.ts` says why rows may stay. */
export function deletionOf(
  order: readonly Attempt[],
  version: number,
  orderId: string,
): Transaction {
  const mustStay = order.some(
    ({ status, proofHash }) => status === 'approved' || status === 'closed' || proofHash,
  );
  return {
    guards: [[nextVersion, [order[0]?.id ?? '', version]]],
    rest: [
      [mustStay ? blankRows : deleteRows, [orderKeyOf(orderId)]],
      [deleteAlarms, [orderId]],
    ],
  };
}

export function orderKeyOf(orderId: string): string {
  return hash('sha256', orderId, 'base64url');
}
