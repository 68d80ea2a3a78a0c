import { z } from 'zod';
import * as shopServer from './shop-server.ts';

const PaidCard = z.strictObject({
  brand: z.enum(shopServer.cardBrands).exactOptional(),
  last4: z.string().regex(/^\d{4}$/),
  kind: z.enum(['credit', 'debit']),
}) satisfies z.ZodType<shopServer.PaidCard>;

const Outcome = z.strictObject({
  paymentId: z.uuid().describe('The idempotency key'),
  orderId: z.string(),
  status: z.enum(shopServer.outcomeStatuses),
  amount: z.int().min(1).describe('Integer centavos'),
  currency: z.literal('BRL'),
  installments: z.int().min(1),
  card: PaidCard.exactOptional(),
  transactionId: z.string().exactOptional(),
  decidedBy: z.enum(shopServer.deciders),
}) satisfies z.ZodType<shopServer.Outcome>;

/** A signed message to the shop's server; its type ends in the status. */
export const OutcomeMessage = z
  .strictObject({
    type: z.templateLiteral(['payment.', z.enum(shopServer.outcomeStatuses)]),
    timestamp: z.iso.datetime(),
    data: Outcome,
  })
  .refine(
    ({ type, data }) => type === `payment.${data.status}`,
  ) satisfies z.ZodType<shopServer.OutcomeMessage>;
export type OutcomeMessage = shopServer.OutcomeMessage;
