import { randomUUID } from 'node:crypto';
import type { CheckoutRequest } from './checkout-request.ts';
import { maskNumber, type MaskedNumber } from './masked-card.ts';

/** One charge that was really made. */
export interface Charge extends MaskedNumber {
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

/** Holds the charges in the order in which they were made. */
export interface Ledger {
  readonly charges: readonly Charge[];
  /** Writes a charge down under the id of its payment. */
  record(id: string, request: CheckoutRequest): void;
}

/** Creates an empty ledger. */
export function createLedger(): Ledger {
  const charges: Charge[] = [];
  return {
    charges,
    record(id, request) {
      charges.push(toCharge(id, request));
    },
  };
}

/** Makes the id of a payment. */
export function newPaymentId(): string {
  return `pay_${randomUUID()}`;
}

function toCharge(id: string, request: CheckoutRequest): Charge {
  const { card, threeDSecure, postbackUrl } = request;
  return {
    id,
    at: new Date().toISOString(),
    user: request.user,
    amount: request.amount,
    installments: request.installments,
    paymentMethod: request.paymentMethod,
    holder: card.holder,
    document: request.document,
    ...maskNumber(card.number),
    ...(threeDSecure && { eci: threeDSecure.Eci }),
    ...(postbackUrl !== undefined && { postbackUrl }),
  };
}
