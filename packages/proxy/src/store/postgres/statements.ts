import { dueMessages, overdueAttempts, runningAttempts } from '../statements.ts';

/** How many attempts one look through the store takes care of; a second later there is another. */
const attemptsAtOnce = 50;

/** Where instances tell each other which attempt has moved. */
export const channel = 'card_checkout';

/**
 * Waits for whoever else changes an attempt of the order, or begins one under the key, until the
 * transaction ends. Both locks are always taken in this order.
 */
export const lockKeyAndOrder = `
  SELECT pg_advisory_xact_lock(hashtextextended(?, 1)),
    pg_advisory_xact_lock(hashtextextended(?, 2))`;

/** Waits for whoever else changes the order that an attempt is of, until the transaction ends. */
export const lockOrderOfAttempt = `
  SELECT pg_advisory_xact_lock(hashtextextended(order_id, 2)) FROM attempts WHERE id = ?`;

/** Tells instances that an attempt has moved, once that is committed. */
export const tellOthers = `SELECT pg_notify('${channel}', ?)`;

/** Takes messages that are due, but for those that another instance is taking. */
export const takeMessages = `
  WITH due AS (${dueMessages} FOR UPDATE SKIP LOCKED),
    hidden AS (
      UPDATE messages SET next_at = ?, deliveries = messages.deliveries + 1
      FROM due WHERE messages.id = due.id
    )
  SELECT * FROM due`;

/** Finds some of the attempts that support has to be told of by a time. */
export const someOverdueAttempts = `${overdueAttempts} LIMIT ${attemptsAtOnce}`;

/**
 * Renews a lease, or registers a new one when it is gone. A lease that has expired is renewed if
 * nobody has ended it, but its time without a gap begins again.
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

/** Returns a lease. */
export const returnLease = 'DELETE FROM leases WHERE number = ?';

/** Finds a lease if some milliseconds of it are left. */
export const validLease = `
  SELECT number FROM leases WHERE number = ? AND expires_at > clock_timestamp() + ? * interval '1 ms'`;

/** Notes who carries an attempt out. */
export const carryOut = 'UPDATE attempts SET lease = ? WHERE id = ?';

/**
 * Ends the leases of others that have expired, if one's own has been held for some milliseconds
 * without a gap: when the database itself was away, all get that long to come back.
 */
export const endLeases = `
  DELETE FROM leases WHERE expires_at <= clock_timestamp() AND EXISTS (
    SELECT FROM leases own WHERE own.number = ? AND own.expires_at > clock_timestamp()
      AND own.since <= clock_timestamp() - ? * interval '1 ms'
  )`;

/** Finds some of the attempts whose instance has no lease any more. */
export const lostAttempts = `
  ${runningAttempts} AND NOT EXISTS (SELECT FROM leases WHERE leases.number = attempts.lease)
  LIMIT ${attemptsAtOnce}`;
