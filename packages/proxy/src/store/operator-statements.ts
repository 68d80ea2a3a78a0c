import type { Message } from '../attempt/messages.ts';
import { statuses, type AttemptStatus } from '../attempt/statuses.ts';
import { columns, isUnresolved, listOf, type Statement } from './statements.ts';
import type { AlarmQuery } from './store.ts';

/** Finds the latest attempts of some statuses that changed after a time, with their tries. */
export function attemptsByStatus(wanted: readonly AttemptStatus[]): string {
  const isOpen = wanted.every((status) => statuses[status].phase === 'unresolved');
  return `
  WITH latest AS (
    SELECT id, updated_at FROM attempts
    WHERE status IN ${listOf(wanted)} ${isOpen ? `AND ${isUnresolved}` : ''} AND updated_at >= ?
    ORDER BY updated_at DESC, id DESC LIMIT ?
  )
  SELECT latest.updated_at AS changed_at, ${columns}
  FROM latest JOIN attempts_with_tries a ON a.id = latest.id
  ORDER BY latest.updated_at DESC, a.id DESC, a.number`;
}

/** Finds alarms, newest first. */
export function alarms({ onlyOpen, orderId, limit }: AlarmQuery): Statement {
  const conditions = [
    ...(onlyOpen ? ['acknowledged_at IS NULL'] : []),
    ...(orderId === undefined ? [] : ['order_id = ?']),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  return [
    `SELECT id, attempt_id, order_id, code, at, acknowledged_at, acknowledged_by
     FROM alarms ${where} ORDER BY id DESC LIMIT ?`,
    [...(orderId === undefined ? [] : [orderId]), limit],
  ];
}

/** Notes when and by whom an alarm was acknowledged; the first one stays. */
export const acknowledgeAlarm = `
  UPDATE alarms SET acknowledged_at = coalesce(acknowledged_at, ?),
    acknowledged_by = coalesce(acknowledged_by, ?)
  WHERE id = ? RETURNING id`;

/** Counts attempts that changed between two times, by status and hour of an outcome after a time. */
export const outcomesByHour = `
  SELECT substr(outcome_at, 1, 13) AS hour, status, count(*) AS count FROM attempts
  WHERE updated_at >= ? AND updated_at < ? AND outcome_at >= ? GROUP BY 1, 2`;

const hourMs = 3_600_000;

/** Returns the beginning and the end of each hour that has begun since a time. */
export function hoursSince(since: string, now: Date): [from: string, to: string][] {
  const sinceMs = Date.parse(since);
  const hours = Math.floor((now.getTime() - sinceMs) / hourMs) + 1;
  const isoAfter = (hour: number) => new Date(sinceMs + hour * hourMs).toISOString();
  return Array.from({ length: hours }, (_, hour) => [isoAfter(hour), isoAfter(hour + 1)]);
}

/** Stores a message, or delivers the one that still waits at once. Starts its three days again. */
export function resendMessage(message: Message, at: string): Statement {
  const { id, receiver, body, attemptId = null } = message;
  return [
    `INSERT INTO messages (id, receiver, body, created_at, next_at, attempt_id)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, next_at = excluded.next_at,
       deliveries = 0`,
    [id, receiver, body, at, at, attemptId],
  ];
}
