import type { AlarmCode } from '../attempt/alarms.ts';
import type { Attempt, Try } from '../attempt/attempt.ts';
import { receivers, type Message } from '../attempt/messages.ts';
import { statusesOf } from '../attempt/statuses.ts';
import type { Change } from '../attempt/transition.ts';

/** A value that SQLite and PostgreSQL take as a parameter. */
export type Value = string | number | null;

/** A statement and the values of its `?` parameters. */
export type Statement = readonly [sql: string, values: readonly Value[]];

export const columns = `a.id, a.order_id, a.amount_centavos, a.installments, a.order_signed_at, a.fingerprint,
    a.proof_hash, a.card_brand, a.card_last4, a.card_kind, a.status, a.code, a.fields, a.payment,
    a.alarm_at, a.outcome_at, a.decided_by, a.resolution, a.number, a.token_hash,
    a.started_at, a.ended_at, a.answer, a.postback, a.postback_at, a.transaction_id`;

/** Each schema has this view, with a row for each try of an attempt. */
const attemptsWithTries = `SELECT ${columns} FROM attempts_with_tries a`;

const inOrder = 'ORDER BY a.created_at, a.id, a.number';

export const listOf = (statuses: readonly string[]) =>
  `(${statuses.map((status) => `'${status}'`).join(', ')})`;

const isRunning = `status IN ${listOf(statusesOf('running'))}`;

/** Must read like the condition of the index `attempts_unsettled`, which SQLite then uses. */
export const isUnresolved = `status IN ${listOf(statusesOf('unresolved'))}`;

export const attemptById = `${attemptsWithTries} WHERE a.id = ? ${inOrder}`;

export const attemptsOfOrder = `${attemptsWithTries} WHERE a.order_id = ? ${inOrder}`;

/** Finds all attempts of an order that has not changed since a time. */
export const attemptsOfOldOrder = `${attemptsWithTries} WHERE a.order_id = ? AND NOT EXISTS (
    SELECT 1 FROM attempts late WHERE late.order_id = a.order_id AND late.updated_at >= ?
  ) ${inOrder}`;

/** Finds what `reserve` looks at: all attempts of an order, the one of an id, and those of a proof. */
export const attemptsToReserve = `${attemptsWithTries}
  WHERE a.order_id = ? OR a.id = ? OR a.proof_hash = ? ${inOrder}`;

/** Finds orders by their latest change, after a time and id, with all their attempts. */
export const changedOrders = `
  WITH latest AS (
    SELECT order_id, id, updated_at FROM attempts one
    WHERE (updated_at, id) > (?, ?) AND NOT EXISTS (
      SELECT 1 FROM attempts other WHERE other.order_id = one.order_id
        AND (other.updated_at, other.id) > (one.updated_at, one.id)
    )
    ORDER BY updated_at, id LIMIT ?
  )
  SELECT latest.updated_at AS changed_at, latest.id AS changed_id, ${columns}
  FROM latest JOIN attempts_with_tries a ON a.order_id = latest.order_id
  ORDER BY latest.updated_at, latest.id, a.created_at, a.id, a.number`;

/** Finds all attempts of the order that an attempt belongs to. */
export const attemptsBesideAttempt = `${attemptsWithTries}
  WHERE a.order_id = (SELECT order_id FROM attempts WHERE id = ?) ${inOrder}`;

/**
 * Finds the latest tries in `rows`, between two times, that the service accepted, by its answer or
 * after a 5xx by a postback, and when it posted back.
 */
export const acceptedIn = (rows: string) => `
  SELECT ended_at, postback_at FROM ${rows}
  WHERE (answer IN ('charged', 'exists') OR postback_at IS NOT NULL) AND ended_at BETWEEN ? AND ?
  ORDER BY ended_at DESC LIMIT ${acceptedTriesRead}`;

/** How many tries show how long postbacks take. */
export const acceptedTriesRead = 20;

/** How old a try may be that shows how long postbacks take. */
const recentMs = 7 * 86_400_000;

/** Returns the times between which tries are recent, and ended `atLeastMs` ago or more. */
export function recentTimes(now: Date, atLeastMs: number): [from: string, to: string] {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return [before(recentMs), before(atLeastMs)];
}

/** Finds the attempts that some process runs, or ran when it stopped. */
export const runningAttempts = `SELECT id FROM attempts WHERE ${isRunning}`;

/** Finds the attempts whose alarm is due at a time. */
export const overdueAttempts = 'SELECT id FROM attempts WHERE alarm_at <= ?';

/** Counting stops here: it is enough to see that something is wrong. */
const maxCounted = 10_000;

const countedUpTo = (name: string, rows: string) =>
  `SELECT '${name}' AS name, count(*) AS count FROM (SELECT 1 FROM ${rows} LIMIT ${maxCounted}) AS counted`;

/** Counts what is waiting; each part has a small index. */
export const backlog = [
  countedUpTo('pending', `attempts WHERE status = 'pending' AND ${isUnresolved}`),
  countedUpTo('unknown', `attempts WHERE status = 'unknown' AND ${isUnresolved}`),
  ...receivers.map((name) => countedUpTo(name, `messages WHERE receiver = '${name}'`)),
].join(' UNION ALL ');

/** Finds the messages of a receiver that are due at a time, and not held back by an earlier one. */
export const dueMessages = `
  SELECT id, receiver, body, created_at, deliveries FROM messages
  WHERE receiver = ? AND next_at <= ? AND NOT EXISTS (
    SELECT 1 FROM messages earlier
    WHERE earlier.attempt_id = messages.attempt_id AND earlier.created_at < messages.created_at
  )
  ORDER BY next_at, created_at LIMIT ?`;

/** Hides a message until a time, and counts the delivery that starts. */
export const hideMessage =
  'UPDATE messages SET next_at = ?, deliveries = deliveries + 1 WHERE id = ?';

export const postponeMessage = 'UPDATE messages SET next_at = ? WHERE id = ?';

export const removeMessage = 'DELETE FROM messages WHERE id = ?';

/** Writes a row without meaning: only a write shows that the disk is full. */
export const writeCheck = `
  INSERT INTO checks (id, checked_at) VALUES (1, ?)
  ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`;

/** The columns of a new attempt, in the order of `newAttemptValues`. */
export const newAttemptColumns = `id, order_id, amount_centavos, installments, order_signed_at, fingerprint,
  proof_hash, card_brand, card_last4, card_kind, status, created_at, updated_at`;

export function newAttemptValues(attempt: Attempt, at: string): Value[] {
  const { id, orderId, amountCentavos, installments, orderSignedAt, fingerprint, status } = attempt;
  const { proofHash = null } = attempt;
  const order = [id, orderId, amountCentavos, installments, orderSignedAt ?? null, fingerprint];
  const { brand = null, last4 = null, kind = null } = attempt.card ?? {};
  return [...order, proofHash, brand, last4, kind, status, at, at];
}

/** Sets the columns of an attempt that steps change, in the order of `changedAttemptValues`. */
export const changedAttemptColumns = `status = ?, code = ?, fields = ?, payment = ?,
  alarm_at = ?, outcome_at = ?, decided_by = ?, resolution = ?, updated_at = ?`;

export function changedAttemptValues(attempt: Attempt, at: string): Value[] {
  const { status, code = null, fields, payment, alarmAt = null } = attempt;
  const { outcomeAt = null, decidedBy = null, resolution = null } = attempt;
  const outcome = [status, code, json(fields), json(payment)];
  return [...outcome, alarmAt, outcomeAt, decidedBy, resolution, at];
}

/** Sets the columns of a try that steps change, in the order of `changedTryValues`. */
export const changedTryColumns =
  'ended_at = ?, answer = ?, postback = ?, postback_at = ?, transaction_id = ?';

export function changedTryValues(sent: Partial<Try>): Value[] {
  const { endedAt = null, answer = null, postback = null, postbackAt = null } = sent;
  return [endedAt, answer, postback, postbackAt, sent.transactionId ?? null];
}

// Where `source` is given, such as `FROM written`, these write only what that has rows for.

export function insertTry(attemptId: string, sent: Try, source = ''): Statement {
  const { number, tokenHash, startedAt } = sent;
  return [
    `INSERT INTO tries (attempt_id, number, token_hash, started_at) SELECT ?, ?, ?, ? ${source}`,
    [attemptId, number, tokenHash, startedAt],
  ];
}

export function updateTry(attemptId: string, sent: Try, source = ''): Statement {
  return [
    `UPDATE tries SET ${changedTryColumns} ${source} WHERE attempt_id = ? AND number = ?`,
    [...changedTryValues(sent), attemptId, sent.number],
  ];
}

/** Lists the statements for the alarms and the messages of a change. */
export function statementsOfNews(
  { attempt, event, alarms, messages }: Change,
  source = '',
): Statement[] {
  return [
    ...alarms.map((code) => insertAlarm(attempt, code, event.at, source)),
    ...messages.map((message) => insertMessage(message, event.at, source)),
  ];
}

function insertAlarm(
  { id, orderId }: Attempt,
  code: AlarmCode,
  at: string,
  source: string,
): Statement {
  return [
    `INSERT INTO alarms (attempt_id, order_id, code, at) SELECT ?, ?, ?, ? ${source}`,
    [id, orderId, code, at],
  ];
}

function insertMessage(message: Message, at: string, source: string): Statement {
  const { id, receiver, body, createdAt, attemptId = null } = message;
  return [
    // SQLite takes an `ON CONFLICT` after a `SELECT` for a join unless that has a `WHERE`.
    `INSERT INTO messages (id, receiver, body, created_at, next_at, attempt_id)
     SELECT ?, ?, ?, ?, ?, ? ${source} WHERE true ON CONFLICT (id) DO NOTHING`,
    [id, receiver, body, createdAt, at, attemptId],
  ];
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
