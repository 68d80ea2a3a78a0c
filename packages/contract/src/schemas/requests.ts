import { z } from 'zod';
import type * as checkout from '../checkout.ts';
import { longestFraudId } from '../checkout.ts';
import { maxHolderLength } from '../rules/holder.ts';
import { installments, maxOrderTokenLength, optional, PayerDetails, text } from './order-claims.ts';

/** The body of `POST /api/checkout/`. Rejects unknown members; checks types and lengths only. */
export const CheckoutRequest: z.ZodType<checkout.CheckoutRequest> = z.strictObject({
  order: text(maxOrderTokenLength).min(1).describe('A signed order: a JWS, HS256'),
  card: z.strictObject({
    number: text(32).describe('Digits only'),
    holder: text(maxHolderLength),
    expiry: text(10).describe('`YYYY-MM`'),
    securityCode: text(8),
    kind: z.enum(['credit', 'debit']),
  }),
  payer: PayerDetails.extend({
    docType: z.enum(['cpf', 'cnpj']),
    document: text(32).describe('CPF or CNPJ, no punctuation'),
  }),
  installments: installments.default(1),
  threeDSecure: z
    .strictObject({
      Cavv: optional(128),
      Eci: optional(128),
      Version: optional(128),
      Xid: optional(128),
      ReferenceId: optional(128),
    })
    .optional(),
  fraud: z
    .strictObject({ sessionId: text(longestFraudId), completed: z.boolean().optional() })
    .optional(),
});
export type CheckoutRequest = checkout.CheckoutRequest;
