import { z } from 'zod';
import { PayerDetails } from './payer.ts';

const orderId = z.string().min(1).max(128);

/** Is an amount of money in integer centavos, at least 1. */
const amountCentavos = z.int().min(1);

/** Is how many instalments the buyer may choose from: 1 to `max`. */
export const InstallmentOffer = z.strictObject({ max: z.int().min(1).max(99) });
export type InstallmentOffer = z.infer<typeof InstallmentOffer>;

/** Is what the merchant signs: the claims of the order token (contract section 4). */
export const OrderClaims = z.object({
  sub: orderId,
  amount: amountCentavos,
  currency: z.literal('BRL'),
  /** Seconds since 1970 (RFC 7519, 4.1.6). */
  iat: z.int(),
  /** Seconds since 1970 (RFC 7519, 4.1.4). */
  exp: z.int(),
  aud: z.literal('card-checkout').optional(),
  installments: InstallmentOffer.optional(),
  payer: PayerDetails.optional(),
  /** Extra members of the payments API's request. */
  fields: z.record(z.string(), z.json()).optional(),
});
export type OrderClaims = z.infer<typeof OrderClaims>;

/** Is an order that nobody signed; only a proxy with `UNSIGNED_ORDERS=allow` takes it. */
export const UnsignedOrder = z.strictObject({ id: orderId, amount: amountCentavos });
export type UnsignedOrder = z.infer<typeof UnsignedOrder>;
