import { z } from 'zod';
import { alarmCodes } from '../attempt/alarms.ts';
import { Attempt, emptyAttempt } from '../attempt/attempt.ts';
import { receivers } from '../attempt/messages.ts';
import { storedStatuses } from '../attempt/statuses.ts';
import { eventKinds } from '../attempt/state-machine.ts';
import type { EventRow } from '../attempt/transition.ts';
import type { Row } from './database.ts';

// Each function throws a `ZodError` for a row of another shape: an unreadable row isn't used.

const nullable = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined);

const status = z.enum(storedStatuses);

export interface StoredOrder {
  /** 0 without payments. */
  version: number;
  /** Oldest first. */
  payments: readonly Attempt[];
}

const StateRow = z.object({ state: z.string() });
const VersionRow = z.object({ version: z.number() });

export function paymentIn(row: Row): Attempt {
  return Attempt.parse(JSON.parse(StateRow.parse(row).state));
}

const BlankRow = z.object({ id: z.string(), state: status, proof_hash: nullable });

/** Returns what stays of a deleted order's payment: whether it paid, and its proof. */
function blankOf(row: Row): Attempt {
  const { id, state, proof_hash: proofHash } = BlankRow.parse(row);
  return { ...emptyAttempt(id, state), ...(proofHash && { proofHash }) };
}

/** Reads an order from its rows, oldest first. */
export function orderOf(rows: readonly Row[]): StoredOrder {
  const { version } = VersionRow.parse(rows[0] ?? { version: 0 });
  const payments = rows.map((row) => (row['status'] === 'deleted' ? blankOf(row) : paymentIn(row)));
  return { version, payments };
}

export const ChangeRow = z.object({ id: z.string(), changedAt: z.string() });

export const ChangedOrderRow = ChangeRow.extend({ orderKey: z.string() });

const StepsRow = z.object({ id: z.string(), steps: z.string() });

const stepsSchema = z.array(
  z.object({
    at: z.string(),
    kind: z.enum(eventKinds),
    tryNumber: z.number().optional(),
    status,
    details: z
      .unknown()
      .optional()
      .transform((value): string | undefined => JSON.stringify(value)),
  }),
);

/** Reads the steps of payments, and sorts them oldest first. */
export function eventsOf(rows: readonly Row[]): EventRow[] {
  const events = rows.flatMap((row) => {
    const { id: paymentId, steps } = StepsRow.parse(row);
    return stepsSchema
      .parse(JSON.parse(`[${steps}]`))
      .map(({ at, kind, tryNumber, status: after, details }) => {
        return { paymentId, at, kind, tryNumber, status: after, details };
      });
  });
  return events.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

export const AlarmRow = z.object({
  id: z.coerce.number(),
  code: z.enum(alarmCodes),
  paymentId: z.string(),
  orderId: z.string(),
  at: z.string(),
  /** What the payments API said, and both amounts if they differ. */
  reason: nullable,
  acknowledgedAt: nullable,
  acknowledgedBy: nullable,
});

export const MessageRow = z.object({
  id: z.string(),
  receiver: z.enum(receivers),
  body: z.string(),
  createdAt: z.string(),
  /** Earlier deliveries that were started. */
  deliveries: z.number(),
});

export const BacklogRow = z.object({
  name: z.enum(['pending', 'unknown', ...receivers]),
  count: z.coerce.number(),
});
