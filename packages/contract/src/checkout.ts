import { z } from 'zod';
import { UnsignedOrder } from './order.ts';
import { PayerDetails } from './payer.ts';

const short = z.string().max(128);

const Card = z.strictObject({
  /** Digits only. */
  number: z.string().max(32),
  holder: z.string().max(120),
  /** `YYYY-MM`. */
  expiry: z.string().max(10),
  securityCode: z.string().max(8),
  kind: z.enum(['credit', 'debit']),
});
export type CardKind = z.infer<typeof Card>['kind'];

const Payer = PayerDetails.extend({
  docType: z.enum(['cpf', 'cnpj']),
  /** Digits, or upper-case letters and digits for a CNPJ; no punctuation. */
  document: z.string().max(32),
});

/** Is what an authentication yields; the payments API needs Cavv, Eci and Version (section 2). */
const ThreeDSecure = z.strictObject({
  Cavv: short.optional(),
  Eci: short.optional(),
  Version: short.optional(),
  Xid: short.optional(),
  ReferenceId: short.optional(),
});
export type ThreeDSecure = z.infer<typeof ThreeDSecure>;

/** Is the body of `POST /api/checkout/` (contract section 3); it says nothing about values. */
export const CheckoutRequest = z.strictObject({
  order: z.union([z.string().min(1).max(8192), UnsignedOrder]),
  card: Card,
  payer: Payer,
  installments: z.int().min(1).max(99).default(1),
  threeDSecure: ThreeDSecure.optional(),
  fraud: z.strictObject({ sessionId: short }).optional(),
});
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;
