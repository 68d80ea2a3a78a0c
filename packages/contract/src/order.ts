import type { OrderPayer } from './payer.ts';

/** One way to pay an order in installments. Rates are percentages: 1.99 means 1,99%. */
export interface InstallmentPlan {
  /** The number of installments, from 1 to the offer's `max`; unique within the offer. */
  count: number;
  /** One installment in centavos; the first one may include the remainder. */
  amount: number;
  /** What is charged: the sum of all installments, in centavos. */
  total: number;
  /** The monthly rate. All three rates are required if `total` exceeds the order's amount (CDC art. 52 and 54-B). */
  monthlyRate?: number | undefined;
  /** The effective annual rate. */
  annualRate?: number | undefined;
  /** The annual `custo efetivo total`: interest, taxes and fees (CDC art. 54-B). */
  cet?: number | undefined;
  /** The lender (CDC art. 54-B). */
  agent?: string | undefined;
}

/** The installment plans on offer. Without `plans`: 1 to `max` installments, free of interest. */
export interface InstallmentOffer {
  max: number;
  plans?: InstallmentPlan[] | undefined;
}

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The claims of the order token, which the merchant signs. */
export interface OrderClaims {
  /** The order's id. */
  sub: string;
  /** Integer centavos, at least 1. */
  amount: number;
  currency: 'BRL';
  /** Seconds since 1970 (RFC 7519, 4.1.6). */
  iat: number;
  /** Seconds since 1970 (RFC 7519, 4.1.4). */
  exp: number;
  /** `card-checkout`, or a list with it (RFC 7519, 4.1.3). */
  aud?: 'card-checkout' | string[] | undefined;
  installments?: InstallmentOffer | undefined;
  payer?: OrderPayer | undefined;
  /** What is paid, at most 120 characters. */
  description?: string | undefined;
  /** The shop's name on the card statement, at most 22 characters. */
  statementName?: string | undefined;
  /** What the shop gets back with the payment, at most 2 kB of JSON. The page can read it. */
  metadata?: Record<string, unknown> | undefined;
  /** Additional members of the request to the payments API. */
  fields?: Record<string, Json> | undefined;
}
