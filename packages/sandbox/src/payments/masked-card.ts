import { z } from 'zod';

/** All that the sandbox keeps of a card number. */
export interface MaskedNumber {
  first6: string;
  last4: string;
}

/** Keeps the first six and the last four digits (PCI DSS 3.4.1). */
export function maskNumber(number: string): MaskedNumber {
  return { first6: number.slice(0, 6), last4: number.slice(-4) };
}

/** A checkout request as it was received, but for the card's number and security code. */
export type MaskedCheckout = Readonly<Record<string, unknown>>;

const ReceivedCheckout = z.looseObject({
  card: z.object({
    number: z.string(),
    holder: z.unknown(),
    expirationMonth: z.unknown(),
    expirationYear: z.unknown(),
  }),
});

const AnyObject = z.record(z.string(), z.unknown());

/** Leaves every field whole but the card; a card that it does not understand is left out. */
export function maskCheckout(body: unknown): MaskedCheckout {
  const received = ReceivedCheckout.safeParse(body);
  if (received.success) {
    const { number, ...rest } = received.data.card;
    return { ...received.data, card: { ...maskNumber(number), ...rest } };
  }
  const { card: _card, ...rest } = AnyObject.safeParse(body).data ?? {};
  return rest;
}
