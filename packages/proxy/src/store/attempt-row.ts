import { inputFaults, paymentCodes, settledStatuses } from '@card-checkout/contract';
import { z } from 'zod';
import type { Attempt } from './store.ts';

/** Parses a JSON column; `null` is an absent value. */
const json = z
  .string()
  .nullable()
  .transform((text): unknown => (text === null ? undefined : JSON.parse(text)));

const AttemptRow = z.object({
  id: z.string(),
  order_id: z.string(),
  amount_centavos: z.number(),
  fingerprint: z.string(),
  status: z.enum(['reserved', 'sending', 'pending', ...settledStatuses]),
  code: z.enum(paymentCodes).nullable(),
  fields: json.pipe(z.record(z.string(), z.array(z.enum(inputFaults))).optional()),
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
