import type { CardBrand, CardKind } from './checkout.ts';

/** The status of a payment, as browsers and merchants see it. */
export type PaymentStatus = 'processing' | (typeof finalStatuses)[number];

export const finalStatuses = ['approved', 'declined', 'invalid', 'failed', 'unknown'] as const;

/** Why a payment isn't approved; docs/errors.md explains each one. */
export type PaymentCode = (typeof paymentCodes)[number];

export const paymentCodes = [
  'declined',
  'configuration',
  'invalid_input',
  'three_ds_incomplete',
  'rate_limited',
  'unavailable',
  'no_answer',
  'interrupted',
] as const;

/** What is wrong with one field of the request. */
export type InputFault = (typeof inputFaults)[number];

export const inputFaults = ['required', 'invalid', 'expired', 'incomplete', 'refused'] as const;

/** Faults by field name, e.g. `payer.document`. */
export type InputFields = Record<string, InputFault[]>;

/** How a payment stands: all that its id alone reveals, which may be in addresses and histories. */
export interface PaymentProgress {
  /** The idempotency key. */
  id: string;
  status: PaymentStatus;
  code?: PaymentCode;
  fields?: InputFields;
  /** Whether the buyer may try again: nothing was charged, and a new attempt may succeed. */
  retryable: boolean;
  /** The number of HTTP requests sent to the payments API. */
  tries: number;
}

/** Returns what a buyer can read out at the telephone: a payment's last eight digits, e.g. `3CAC-C7E5`. */
export function shortCodeOf(paymentId: string): string {
  return paymentId.slice(-8).replace(/^.{4}/, '$&-').toUpperCase();
}

/** What may be kept of a card (PCI DSS 3.5.1). */
export interface PaidCard {
  brand?: CardBrand;
  /** The last four digits. */
  last4: string;
  kind: CardKind;
}

/** One attempt to pay an order. */
export interface Payment extends PaymentProgress {
  orderId: string;
  /** Integer centavos, as charged: with the interest of the chosen plan. */
  amount: number;
  currency: 'BRL';
  installments: number;
  card?: PaidCard;
  /** When the proxy took it: ISO 8601 in UTC. */
  createdAt?: string;
  /** Members of the payments API's latest answer or postback that the file `API_FILE` lets through. */
  payment?: Record<string, unknown>;
}
