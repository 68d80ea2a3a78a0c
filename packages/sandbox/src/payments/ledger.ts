import { z } from 'zod';
import type { CheckoutRequest } from './checkout-request.ts';

/** A charge that was really made. */
export type Charge = ReturnType<typeof chargeFor>;

/** Writes down the charge of a payment; the amount is in centavos. */
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
 * A checkout request as it was received, without the card's number and security code; a card of
 * another shape is left out.
 */
export const MaskedCheckout = z
  .looseObject({ card: MaskedCard.optional().catch(undefined) })
  .catch({ card: undefined });
export type MaskedCheckout = z.infer<typeof MaskedCheckout>;

/** Keeps the digits of a card number that may be shown (PCI DSS 3.4.1). */
function maskNumber(number: string) {
  return { first6: number.slice(0, 6), last4: number.slice(-4) };
}
