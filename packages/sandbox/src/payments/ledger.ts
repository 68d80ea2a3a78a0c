import { z } from 'zod';
import type { CheckoutRequest } from './checkout-request.ts';

/** The digits of a card number that the sandbox keeps (PCI DSS 3.4.1). */
interface MaskedNumber {
  first6: string;
  last4: string;
}

/** A charge that was really made. */
export interface Charge extends MaskedNumber {
  /** The id of the payment. */
  id: string;
  /** ISO 8601. */
  at: string;
  user: number;
  /** Centavos. */
  amount: number;
  installments: number;
  paymentMethod: 'credit' | 'debit';
  holder: string;
  document: string;
  eci?: string;
  postbackUrl?: string;
}

/** Writes down the charge of a payment. */
export function chargeFor(id: string, request: CheckoutRequest): Charge {
  const { user, amount, installments, paymentMethod, document, postbackUrl } = request;
  const { card, threeDSecure } = request;
  return {
    id,
    at: new Date().toISOString(),
    user,
    amount,
    installments,
    paymentMethod,
    holder: card.holder,
    document,
    ...maskNumber(card.number),
    ...(threeDSecure && { eci: threeDSecure.Eci }),
    ...(postbackUrl !== undefined && { postbackUrl }),
  };
}

/** A checkout request as it was received, without the card's number and security code. */
export type MaskedCheckout = Readonly<Record<string, unknown>>;

const ReceivedCard = z.object({
  number: z.string(),
  holder: z.unknown(),
  expirationMonth: z.unknown(),
  expirationYear: z.unknown(),
});
const ReceivedCheckout = z.record(z.string(), z.unknown());

/** Keeps every field but the card; a card of another shape is left out. */
export function maskCheckout(body: unknown): MaskedCheckout {
  const { card, ...others } = ReceivedCheckout.safeParse(body).data ?? {};
  const received = ReceivedCard.safeParse(card);
  if (!received.success) return others;
  const { number, ...rest } = received.data;
  return { ...others, card: { ...maskNumber(number), ...rest } };
}

function maskNumber(number: string): MaskedNumber {
  return { first6: number.slice(0, 6), last4: number.slice(-4) };
}
