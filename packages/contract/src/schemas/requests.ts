import { z } from 'zod';
import { ProofOfWorkChallenge } from './answers.ts';
import { amountCentavos, installments, orderId, PayerDetails } from './order-claims.ts';
import { maxHolderLength } from '../rules/holder.ts';
import type * as checkout from '../checkout.ts';
import type * as order from '../order.ts';
import type * as proofOfWork from '../proof-of-work.ts';

const text = (max: number) => z.string().max(max);
const optional = (max: number) => text(max).optional();

const UnsignedOrder: z.ZodType<order.UnsignedOrder> = z.strictObject({
  id: orderId,
  amount: amountCentavos,
});

/**
 * The body of `POST /api/checkout/`. Rejects unknown members; checks types and lengths only.
 *
 * @example
 * const { order, card } = CheckoutRequest.parse(JSON.parse(text));
 */
export const CheckoutRequest: z.ZodType<checkout.CheckoutRequest> = z.strictObject({
  order: z.union([
    text(8192).min(1).describe('A signed order: a JWS, HS256'),
    UnsignedOrder.describe('Only with `UNSIGNED_ORDERS=allow`'),
  ]),
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
  fraud: z.strictObject({ sessionId: text(256), completed: z.boolean().optional() }).optional(),
});
export type CheckoutRequest = checkout.CheckoutRequest;

/**
 * The decoded value of the header `Proof-Of-Work`.
 *
 * @example
 * const { challenge, solution } = ProofOfWork.parse(JSON.parse(atob(text)));
 */
export const ProofOfWork: z.ZodType<proofOfWork.ProofOfWork> = z.strictObject({
  challenge: ProofOfWorkChallenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});
export type ProofOfWork = proofOfWork.ProofOfWork;
