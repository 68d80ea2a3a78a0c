import type { Change, EventRow } from '../../attempt/transition.ts';
import { ruledOut, ruledOutValues } from '../deletion.ts';
import * as sql from '../statements.ts';
import type { Statement, Value } from '../statements.ts';

/** How many attempts one round takes care of; the next one follows a second later. */
const attemptsAtOnce = 50;

/** The channel on which instances announce changed attempts. */
export const channel = 'card_checkout';

/**
 * Locks an idempotency key, an order and a proof, if there is one, until the transaction ends. The
 * locks are always taken in this order.
 */
export const lockToReserve = `
  SELECT pg_advisory_xact_lock(hashtextextended(?, 1)),
    pg_advisory_xact_lock(hashtextextended(?, 2)), pg_advisory_xact_lock(hashtextextended(?, 3))`;

/** Locks several of them; the caller sorts their names: all keys (kind 1), then orders, then proofs. */
export const lockAll = `
  SELECT FROM unnest(?::text[], ?::int[]) AS locks (name, kind)
  WHERE pg_advisory_xact_lock(hashtextextended(name, kind)) IS NULL`;

/** Locks an order until the transaction ends. */
export const lockOrder = 'SELECT pg_advisory_xact_lock(hashtextextended(?, 2))';

/** Locks the order that an attempt belongs to, until the transaction ends. */
export const lockOrderOfAttempt = `
  SELECT pg_advisory_xact_lock(hashtextextended(order_id, 2)) FROM attempts WHERE id = ?`;

/** Returns and hides messages that are due, except those that another instance is taking. */
export const takeMessages = `
  WITH due AS (${sql.dueMessages} FOR UPDATE SKIP LOCKED),
    hidden AS (
      UPDATE messages SET next_at = ?, deliveries = messages.deliveries + 1
      FROM due WHERE messages.id = due.id
    )
  SELECT * FROM due`;

/** Finds some of the attempts whose alarm is due at a time. */
export const someOverdueAttempts = `${sql.overdueAttempts} LIMIT ${attemptsAtOnce}`;

/**
 * Renews a lease, or creates a new one if it is gone. An expired lease that no instance has deleted is
 * renewed, too, but `since` starts again.
 */
export const renewLease = `
  WITH renewed AS (
      UPDATE leases SET expires_at = clock_timestamp() + ? * interval '1 ms',
        since = CASE WHEN expires_at > clock_timestamp() THEN since ELSE clock_timestamp() END
      WHERE number = ? RETURNING number
    ),
    registered AS (
      INSERT INTO leases (expires_at) SELECT clock_timestamp() + ? * interval '1 ms'
      WHERE NOT EXISTS (SELECT FROM renewed) RETURNING number
    )
  SELECT number FROM renewed UNION ALL SELECT number FROM registered`;

export const returnLease = 'DELETE FROM leases WHERE number = ?';

/** Finds a lease that is valid for some milliseconds more. */
export const validLease = `
  SELECT number FROM leases WHERE number = ? AND expires_at > clock_timestamp() + ? * interval '1 ms'`;

/**
 * Deletes expired leases, but only for an instance that has held its own for some milliseconds without
 * a gap: after an outage of the database, all instances get that long to come back.
 */
export const endLeases = `
  DELETE FROM leases WHERE expires_at <= clock_timestamp() AND EXISTS (
    SELECT FROM leases own WHERE own.number = ? AND own.expires_at > clock_timestamp()
      AND own.since <= clock_timestamp() - ? * interval '1 ms'
  )`;

/** Finds some of the running attempts whose instance has lost its lease. */
export const lostAttempts = `
  ${sql.runningAttempts} AND NOT EXISTS (SELECT FROM leases WHERE leases.number = attempts.lease)
  LIMIT ${attemptsAtOnce}`;

/** Finds the steps of an order's attempts. */
export const eventsOfOrder = `
  SELECT e.attempt_id, e.at, e.kind, e.try_number, e.status, e.details
  FROM attempts a JOIN events e ON e.attempt_id = a.id WHERE a.order_id = ? ORDER BY e.id`;

const places = (values: readonly Value[]) => values.map(() => '?').join(', ');

/** How long writes that share a transaction wait for a lock that one of them needs. */
const sharedLockTimeout = '200ms';

/** Begins a transaction whose writes are sent before it is known whether it has begun. */
export const beginShared = `BEGIN; SET LOCAL lock_timeout = '${sharedLockTimeout}'`;

/** Holds in such a transaction only, whose locks are there by then. */
const isShared = `current_setting('lock_timeout') = '${sharedLockTimeout}'`;

/** Inserts an attempt, which the instance with a lease runs. */
export function insertAttempt(change: Change, lease: string | null): Statement {
  return insertion(change, lease, ['', []]);
}

/**
 * Inserts an attempt if that is the first of its order and proof, and if the lease is valid for some
 * milliseconds more. Otherwise it changes nothing, and returns no row. Takes a transaction of
 * `beginShared`.
 */
export function insertIntoNewOrder(
  change: Change,
  lease: string | null,
  validMs: number,
): Statement {
  const { orderId, proofHash = null } = change.attempt;
  const condition = `
    WHERE ${isShared}
      AND NOT EXISTS (SELECT FROM attempts WHERE order_id = ?)
      AND NOT EXISTS (SELECT FROM attempts WHERE proof_hash = ?)
      AND NOT EXISTS (${ruledOut})
      AND EXISTS (${validLease})
    ON CONFLICT (id) DO NOTHING`;
  const values = [orderId, proofHash, ...ruledOutValues(change.attempt), lease, validMs];
  return insertion(change, lease, [condition, values]);
}

function insertion(
  change: Change,
  lease: string | null,
  [condition, conditionValues]: Statement,
): Statement {
  const values = [...sql.newAttemptValues(change.attempt, change.event.at), lease];
  const insert = `
    INSERT INTO attempts (${sql.newAttemptColumns}, lease) SELECT ${places(values)} ${condition}`;
  return withParts([insert, [...values, ...conditionValues]], change, 'xmin::text AS version');
}

/** Writes a step, and announces it to the other instances once that is committed. */
export function updateAttempt(change: Change): Statement {
  return update(change, ['', []]);
}

/**
 * Writes a step if the attempt's row is still of the version that its insertion returned. Otherwise
 * it changes nothing, and returns no row. Takes a transaction of `beginShared`.
 */
export function updateUnchanged(change: Change, version: string): Statement {
  return update(change, [`AND xmin = ?::text::xid AND ${isShared}`, [version]]);
}

function update(change: Change, [condition, conditionValues]: Statement): Statement {
  const { attempt, event } = change;
  const values = [...sql.changedAttemptValues(attempt, event.at), attempt.id, ...conditionValues];
  const result = event.kind === 'try_started' ? 'id' : `id, pg_notify('${channel}', id)`;
  const step = `UPDATE attempts SET ${sql.changedAttemptColumns} WHERE id = ? ${condition}`;
  return withParts([step, values], change, result);
}

/** Adds to the write of an attempt what else changes, which is written only if that is. */
function withParts([write, values]: Statement, change: Change, result: string): Statement {
  const { attempt, tries, event } = change;
  const source = 'FROM written';
  const writeTry =
    event.kind === 'begun' || event.kind === 'try_started' ? sql.insertTry : sql.updateTry;
  const parts = [
    ...tries.map((each) => writeTry(attempt.id, each, source)),
    insertEvent(event, source),
    ...sql.statementsOfNews(change, source),
  ];
  const texts = parts.map(([text], n) => `, part_${n} AS (${text})`);
  return [
    `WITH written AS (${write} RETURNING id, xmin) ${texts.join('')} SELECT ${result} FROM written`,
    [...values, ...parts.flatMap(([, partValues]) => partValues)],
  ];
}

function insertEvent(event: EventRow, source: string): Statement {
  const { attemptId, at, kind, tryNumber = null, status, details = null } = event;
  return [
    `INSERT INTO events (attempt_id, at, kind, try_number, status, details)
     SELECT ?, ?, ?, ?, ?, ? ${source}`,
    [attemptId, at, kind, tryNumber, status, details],
  ];
}
