import { inputFaults, paymentCodes, finalStatuses } from '@card-checkout/contract';
import { cardBrands, deciders } from '@card-checkout/contract/shop-server';
import { z } from 'zod';
import type { Attempt, Try } from '../attempt/attempt.ts';
import { postbackDelayMs } from '../attempt/promptness.ts';
import { receivers } from '../attempt/messages.ts';
import type { Backlog, ChangedOrder, DueMessage } from './store.ts';

/** Parses a JSON column; `null` becomes `undefined`. */
const json = z
  .string()
  .nullable()
  .transform((text): unknown => (text === null ? undefined : JSON.parse(text)));

/** Turns `null` into `undefined`. */
export const optional = <Value extends z.ZodType>(value: Value) =>
  value.nullable().transform((given) => given ?? undefined);

export const status = z.enum(['reserved', 'sending', 'waiting', 'pending', ...finalStatuses]);

const AttemptRow = z.object({
  id: z.string(),
  order_id: z.string(),
  amount_centavos: z.coerce.number(),
  installments: z.number(),
  order_signed_at: optional(z.coerce.number()),
  card_brand: optional(z.enum(cardBrands)),
  card_last4: optional(z.string()),
  card_kind: optional(z.enum(['credit', 'debit'])),
  fingerprint: z.string(),
  proof_hash: optional(z.string()),
  status,
  code: optional(z.enum(paymentCodes)),
  fields: json.pipe(z.record(z.string(), z.array(z.enum(inputFaults))).optional()),
  payment: json.pipe(z.record(z.string(), z.unknown()).optional()),
  alarm_at: optional(z.string()),
  outcome_at: optional(z.string()),
  decided_by: optional(z.enum(deciders)),
  resolution: optional(z.enum(['approved', 'declined'])),
  number: z.number(),
  token_hash: z.string(),
  started_at: z.string(),
  ended_at: optional(z.string()),
  answer: optional(z.enum(['charged', 'refused', 'not_charged', 'exists', 'uncertain'])),
  postback: optional(z.enum(['charged', 'refused', 'exists'])),
  postback_at: optional(z.string()),
  transaction_id: optional(z.string()),
});

const MessageRow = z.object({
  id: z.string(),
  receiver: z.enum(receivers),
  body: z.string(),
  created_at: z.string(),
  deliveries: z.number(),
});

const BacklogRow = z.object({
  name: z.enum(['pending', 'unknown', ...receivers]),
  count: z.coerce.number(),
});

/** Reads the backlog. Throws a `ZodError` when a row has another shape. */
export function backlogOf(rows: readonly unknown[]): Backlog {
  const counts = { pending: 0, unknown: 0, relay: 0, support: 0, payment: 0 };
  for (const row of rows) {
    const { name, count } = BacklogRow.parse(row);
    counts[name] = count;
  }
  const { pending, unknown, ...messages } = counts;
  return { unresolved: { pending, unknown }, messages };
}

/**
 * Reads attempts from rows that each contain an attempt and one of its tries, sorted by attempt and
 * number. Throws a `ZodError` when a row has another shape.
 */
export function attemptsOf(rows: readonly unknown[]): Attempt[] {
  const attempts = new Map<string, Attempt>();
  for (const row of rows) {
    const parsed = AttemptRow.parse(row);
    const tries = [...(attempts.get(parsed.id)?.tries ?? []), tryOf(parsed)];
    attempts.set(parsed.id, attemptOf(parsed, tries));
  }
  return [...attempts.values()];
}

const ChangeRow = z.object({ changed_at: z.string(), changed_id: z.string() });

/** Reads orders from rows of `attemptsOf` that begin with the order's latest change. */
export function changedOrdersOf(rows: readonly unknown[]): ChangedOrder[] {
  const orders = Map.groupBy(rows, (row) => ChangeRow.parse(row).changed_id);
  return [...orders].map(([attemptId, inOrder]) => {
    const changedAt = ChangeRow.parse(inOrder[0]).changed_at;
    return { position: { changedAt, attemptId }, attempts: attemptsOf(inOrder) };
  });
}

function attemptOf(row: z.output<typeof AttemptRow>, tries: Try[]): Attempt {
  return {
    id: row.id,
    orderId: row.order_id,
    amountCentavos: row.amount_centavos,
    installments: row.installments,
    fingerprint: row.fingerprint,
    status: row.status,
    tries,
    ...(row.order_signed_at && { orderSignedAt: row.order_signed_at }),
    ...cardIn(row),
    ...(row.proof_hash && { proofHash: row.proof_hash }),
    ...(row.code && { code: row.code }),
    ...(row.fields && { fields: row.fields }),
    ...(row.payment && { payment: row.payment }),
    ...(row.alarm_at && { alarmAt: row.alarm_at }),
    ...(row.outcome_at && { outcomeAt: row.outcome_at }),
    ...(row.decided_by && { decidedBy: row.decided_by }),
    ...(row.resolution && { resolution: row.resolution }),
  };
}

function cardIn(row: z.output<typeof AttemptRow>): Pick<Attempt, 'card'> {
  const { card_brand: brand, card_last4: last4, card_kind: kind } = row;
  return last4 && kind ? { card: { ...(brand && { brand }), last4, kind } } : {};
}

function tryOf(row: z.output<typeof AttemptRow>): Try {
  return {
    number: row.number,
    tokenHash: row.token_hash,
    startedAt: row.started_at,
    ...(row.ended_at && { endedAt: row.ended_at }),
    ...(row.answer && { answer: row.answer }),
    ...(row.postback && { postback: row.postback }),
    ...(row.postback_at && { postbackAt: row.postback_at }),
    ...(row.transaction_id && { transactionId: row.transaction_id }),
  };
}

const DelayRow = z
  .object({ ended_at: z.string(), postback_at: optional(z.string()) })
  .transform(({ ended_at, postback_at }) => postbackDelayMs(postback_at, ended_at));

/** Reads how long postbacks took; `undefined` for a try without one. */
export function delaysOf(rows: readonly unknown[]): (number | undefined)[] {
  return rows.map((row) => DelayRow.parse(row));
}

/** Reads messages. Throws a `ZodError` when a row has another shape. */
export function messagesOf(rows: readonly unknown[]): DueMessage[] {
  return rows.map((row) => {
    const { created_at, ...message } = MessageRow.parse(row);
    return { ...message, createdAt: created_at };
  });
}
