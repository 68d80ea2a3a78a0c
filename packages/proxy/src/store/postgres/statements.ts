import type { Attempt } from '../../attempt/attempt.ts';
import type { Change, EventRow } from '../../attempt/transition.ts';
import * as sql from '../statements.ts';
import type { Statement } from '../statements.ts';

/** How many attempts one round takes care of; the next one follows a second later. */
const attemptsAtOnce = 50;

/** The channel on which instances announce changed attempts. */
export const channel = 'card_checkout';

/**
 * Locks an idempotency key and an order until the transaction ends. Both locks are always taken in
 * this order.
 */
export const lockKeyAndOrder = `
  SELECT pg_advisory_xact_lock(hashtextextended(?, 1)),
    pg_advisory_xact_lock(hashtextextended(?, 2))`;

/** Locks an order until the transaction ends. */
export const lockOrder = 'SELECT pg_advisory_xact_lock(hashtextextended(?, 2))';

/** Locks the order that an attempt belongs to, until the transaction ends. */
export const lockOrderOfAttempt = `
  SELECT pg_advisory_xact_lock(hashtextextended(order_id, 2)) FROM attempts WHERE id = ?`;

/** Announces a changed attempt to the other instances, once that is committed. */
export const announceChange = `SELECT pg_notify('${channel}', ?)`;

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

/** Notes which instance runs an attempt. */
export const assignLease = 'UPDATE attempts SET lease = ? WHERE id = ?';

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

/** Lists the statements of a change. The attempt comes first, because the other rows refer to it. */
export function statementsOf(change: Change): Statement[] {
  const { attempt, tries, event } = change;
  const isNew = event.kind === 'begun';
  const writeTry = isNew || event.kind === 'try_started' ? sql.insertTry : sql.updateTry;
  return [
    isNew ? insertAttempt(attempt, event.at) : updateAttempt(attempt, event.at),
    ...tries.map((each) => writeTry(attempt.id, each)),
    insertEvent(event),
    ...sql.statementsOfNews(change),
  ];
}

function insertAttempt(attempt: Attempt, at: string): Statement {
  const values = sql.newAttemptValues(attempt, at);
  const places = values.map(() => '?').join(', ');
  return [`INSERT INTO attempts (${sql.newAttemptColumns}) VALUES (${places})`, values];
}

function updateAttempt(attempt: Attempt, at: string): Statement {
  const values = sql.changedAttemptValues(attempt, at);
  return [`UPDATE attempts SET ${sql.changedAttemptColumns} WHERE id = ?`, [...values, attempt.id]];
}

function insertEvent({ attemptId, at, kind, tryNumber, status, details }: EventRow): Statement {
  return [
    `INSERT INTO events (attempt_id, at, kind, try_number, status, details)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [attemptId, at, kind, tryNumber ?? null, status, details ?? null],
  ];
}
