import { DatabaseError } from 'pg';
import type { EventRow } from '../../attempt/transition.ts';
import type { OrderChange, Row, Value } from '../database.ts';
import {
  changedRow,
  insertAlarmFrom,
  insertFirstFrom,
  insertMessageFrom,
  updateFirstWith,
} from '../statements.ts';
import { Groups, type Job } from '../groups.ts';
import type { ListStatement } from './connections.ts';

/** The channel where instances announce changed payments. */
export const channel = 'card_checkout';

/** Returns a row if a lease stays valid for some milliseconds. */
export const leaseIsValid = `
  SELECT 1 FROM leases
  WHERE owner = ? AND expires_at > clock_timestamp() + ?::float8 * interval '1 ms'`;

/**
 * Inserts the first payments of many orders, like `transactionOf` for each, and returns the inserted
 * rows. The lease must stay valid for some milliseconds.
 */
const insertAll = `
  WITH given AS (
    SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
      ?::text[])
      AS given (id, order_key, proof_hash, status, changed_at, due_at, state, steps)
  )
  ${insertFirstFrom(`
    SELECT id, order_key, 1, 1, ?::text, proof_hash, status, changed_at, due_at, state, steps
    FROM given WHERE EXISTS (${leaseIsValid})`)}
  RETURNING id, order_key`;

/**
 * Writes and announces a step, with its messages and alarms, of many orders' first payments. Skips
 * rows that another transaction has locked, so that they don't delay the others.
 */
const updateAll = `
  WITH given AS (
    SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int[],
      ?::boolean[])
      AS given (id, status, changed_at, due_at, state, step, read_version, is_told)
  ), held AS (
    SELECT payments.id FROM payments JOIN given ON payments.id = given.id
    FOR UPDATE OF payments SKIP LOCKED
  ), written AS (
    ${updateFirstWith((column) => `given.${column}`, 'FROM given JOIN held ON held.id = given.id')}
    RETURNING payments.id, payments.order_key, given.changed_at, is_told
  ), news AS (
    SELECT news.*, changed_at
    FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
      AS news (cause, id, payment_id, receiver, body, created_at)
      JOIN written ON written.id = cause
  ), obsolete AS (
    DELETE FROM messages WHERE id IN (
      SELECT messages.id FROM messages JOIN news USING (payment_id)
      WHERE taken = 0 FOR UPDATE OF messages SKIP LOCKED
    )
  ), messages_written AS (
    ${insertMessageFrom('SELECT id, payment_id, receiver, body, created_at, changed_at FROM news')}
  ), alarms_written AS (
    ${insertAlarmFrom(`
      SELECT written.id, order_id, code, changed_at, reason
      FROM unnest(?::text[], ?::text[], ?::text[], ?::text[])
        AS news (cause, order_id, code, reason) JOIN written ON written.id = cause`)}
  )
  SELECT id, order_key, CASE WHEN is_told THEN pg_notify('${channel}', ? || ' ' || id) END FROM written`;

/** Announces a change that isn't part of a group. */
export const announce = `SELECT pg_notify('${channel}', ?)`;

/** Whether other instances must know about a step; a new try changes nothing for them. */
export function isTold(kind: EventRow['kind']): boolean {
  return kind !== 'begun' && kind !== 'try_started';
}

export function insertOf(
  changes: readonly OrderChange[],
  owner: string,
  validMs: number,
): ListStatement {
  const rows = changes.map((change) => {
    const { attempt, orderKey, newProof } = change;
    return [attempt.id, orderKey, newProof, ...changedRow(change)];
  });
  return [insertAll, [...columnsOf(rows, 8), owner, owner, validMs]];
}

export function updateOf(changes: readonly OrderChange[], owner: string): ListStatement {
  const rows = changes.map((change) => {
    const { attempt, orderVersion, event } = change;
    return [attempt.id, ...changedRow(change), orderVersion, String(isTold(event.kind))];
  });
  const messages = changes.flatMap(({ attempt, messages: ofStep }) =>
    ofStep.map(({ id, paymentId = null, receiver, body, createdAt }) => {
      return [attempt.id, id, paymentId, receiver, body, createdAt];
    }),
  );
  const alarms = changes.flatMap(({ attempt, alarms: ofStep, reason = null }) =>
    ofStep.map((code) => [attempt.id, attempt.orderId, code, reason]),
  );
  const news = [...columnsOf(messages, 6), ...columnsOf(alarms, 4)];
  return [updateAll, [...columnsOf(rows, 8), ...news, owner]];
}

function columnsOf(rows: readonly (readonly Value[])[], count: number): Value[][] {
  return Array.from({ length: count }, (_, column) => rows.map((row) => row[column] ?? null));
}

/** Maximum number of changes in a statement. */
const maxTogether = 100;

/** Makes groups of changes, each written in one statement and one round trip. */
export function groupsOf(write: (changes: readonly OrderChange[]) => Promise<Row[]>) {
  const writeAll = async (changes: readonly OrderChange[]) => {
    const rows = await write(changes);
    const written = new Set(rows.map((row) => `${String(row['id'])} ${String(row['order_key'])}`));
    return changes.map(({ attempt, orderKey }) => written.has(`${attempt.id} ${orderKey}`));
  };
  return new Groups(writeAll, { choose: ofDifferentOrders, wroteNothing: isRefused });
}

/** Whether the server refused a statement, which then wrote nothing. */
function isRefused(error: unknown): boolean {
  return error instanceof DatabaseError;
}

/** Chooses changes of different orders: a statement can write each row only once. */
function ofDifferentOrders(waiting: Job<OrderChange, boolean>[]): Job<OrderChange, boolean>[] {
  const byOrder = new Map(waiting.toReversed().map((job) => [job.work.orderKey, job] as const));
  const group = waiting.filter((job) => byOrder.get(job.work.orderKey) === job);
  // In the same order on every instance, so that two groups don't wait for each other.
  return group
    .slice(0, maxTogether)
    .toSorted((one, other) => (one.work.orderKey < other.work.orderKey ? -1 : 1));
}
