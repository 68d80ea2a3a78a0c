import { z } from 'zod';
import { alarmCodes } from '../attempt/alarms.ts';
import type { EventRow } from '../attempt/transition.ts';
import { statuses } from '../attempt/statuses.ts';
import { attemptsOf, optional, status } from './rows.ts';
import type { ListedAttempt, OutcomeCount, StoredAlarm } from './store.ts';

const StepRow = z
  .object({
    attempt_id: z.string(),
    at: z.string(),
    kind: z.enum([
      'begun',
      'try_started',
      'try_ended',
      'given_up',
      'interrupted',
      'postback',
      'overdue',
      'operator',
    ]),
    try_number: optional(z.number()),
    status,
    details: optional(z.string()),
  })
  .transform(({ attempt_id: attemptId, try_number: tryNumber, ...row }) => ({
    ...row,
    attemptId,
    tryNumber,
  }));

/** Reads steps. Throws a `ZodError` when a row has another shape, like all functions here. */
export function eventsOf(rows: readonly unknown[]): EventRow[] {
  return rows.map((row) => StepRow.parse(row));
}

const ListedRow = z.object({ id: z.string(), changed_at: z.string() });

/** Reads attempts from rows of `attemptsOf` that have the time of the latest change. */
export function listedAttemptsOf(rows: readonly unknown[]): ListedAttempt[] {
  const changes = new Map(rows.map((row) => ListedRow.parse(row)).map((row) => [row.id, row]));
  return attemptsOf(rows).map((attempt) => ({
    attempt,
    changedAt: changes.get(attempt.id)?.changed_at ?? '',
  }));
}

const AlarmRow = z
  .object({
    id: z.coerce.number(),
    attempt_id: z.string(),
    order_id: z.string(),
    code: z.enum(alarmCodes),
    at: z.string(),
    acknowledged_at: optional(z.string()),
    acknowledged_by: optional(z.string()),
  })
  .transform(({ id, code, at, ...row }) => ({
    id,
    code,
    paymentId: row.attempt_id,
    orderId: row.order_id,
    at,
    ...(row.acknowledged_at && { acknowledgedAt: row.acknowledged_at }),
    ...(row.acknowledged_by && { acknowledgedBy: row.acknowledged_by }),
  }));

/** Reads alarms. */
export function alarmsOf(rows: readonly unknown[]): StoredAlarm[] {
  return rows.map((row) => AlarmRow.parse(row));
}

const CountRow = z.object({ hour: z.string(), status, count: z.coerce.number() });

/** Reads counts; those of statuses that the shop's server knows as one outcome are added up. */
export function outcomeCountsOf(rows: readonly unknown[]): OutcomeCount[] {
  const counts = new Map<string, OutcomeCount>();
  for (const row of rows) {
    const { hour, status: stored, count } = CountRow.parse(row);
    const { outcome } = statuses[stored];
    if (!outcome) continue;
    const key = `${hour} ${outcome}`;
    const sum = (counts.get(key)?.count ?? 0) + count;
    counts.set(key, { hour: `${hour}:00:00.000Z`, status: outcome, count: sum });
  }
  const sorted = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([, count]) => count);
}
