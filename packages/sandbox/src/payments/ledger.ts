import { z } from 'zod';
import type { CheckoutRequest } from './checkout-request.ts';

/** A charge that really happened. */
export type Charge = ReturnType<typeof chargeFor>;

export function chargeFor(id: string, request: CheckoutRequest) {
  const { user, amount, installments, paymentMethod, document, postbackUrl } = request;
  const { number, holder } = request.card;
  const payment = { user, amount, installments, paymentMethod, document, postbackUrl };
  const eci = request.threeDSecure?.Eci;
  return { id, at: new Date().toISOString(), ...payment, holder, ...maskNumber(number), eci };
}

const MaskedCard = z
  .object({
    number: z.string(),
    holder: z.unknown(),
    expirationMonth: z.unknown(),
    expirationYear: z.unknown(),
  })
  .transform(({ number, ...rest }) => ({ ...maskNumber(number), ...rest }));

/**
 * A checkout request without the card's number and security code. A card with another shape is left
 * out.
 */
export const MaskedCheckout = z
  .looseObject({ card: MaskedCard.optional().catch(undefined) })
  .catch({ card: undefined });
export type MaskedCheckout = z.infer<typeof MaskedCheckout>;

/** Keeps only the digits that may be shown (PCI DSS 3.4.1). */
function maskNumber(number: string) {
  return { first6: number.slice(0, 6), last4: number.slice(-4) };
}
