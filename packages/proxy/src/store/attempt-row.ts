import { z } from 'zod';
import type { Attempt } from './store.ts';

/** Parses a JSON column; `null` is an absent value. */
const json = z
  .string()
  .nullable()
  .transform((text): unknown => (text === null ? undefined : JSON.parse(text)));

const fault = z.enum(['required', 'invalid', 'expired', 'incomplete', 'refused']);

const AttemptRow = z.object({
  id: z.string(),
  order_id: z.string(),
  amount_centavos: z.number(),
  fingerprint: z.string(),
  status: z.enum([
    ...(['reserved', 'sending', 'pending'] as const),
    ...(['approved', 'declined', 'invalid', 'failed', 'unknown'] as const),
  ]),
  code: z
    .enum([
      ...(['declined', 'configuration', 'invalid_input', 'three_ds_incomplete'] as const),
      ...(['rate_limited', 'unavailable', 'no_answer', 'interrupted'] as const),
    ])
    .nullable(),
  fields: json.pipe(z.record(z.string(), z.array(fault)).optional()),
  retryable: z.number(),
  tries: z.number(),
  payment: json.pipe(z.record(z.string(), z.unknown()).optional()),
});

/** Reads an attempt from a row of the store; throws a `ZodError` when the row is none. */
export function attemptOf(row: unknown): Attempt {
  const { order_id, amount_centavos, code, fields, retryable, payment, ...same } =
    AttemptRow.parse(row);
  return {
    ...same,
    orderId: order_id,
    amountCentavos: amount_centavos,
    retryable: retryable === 1,
    ...(code && { code }),
    ...(fields && { fields }),
    ...(payment && { payment }),
  };
}
