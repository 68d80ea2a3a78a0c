import type { PayerDetails } from './payer.ts';

/** Any value that JSON can hold (RFC 8259). */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** One way to pay an order in installments; the rates are in percent, e.g. 1.99 for 1,99%. */
export interface InstallmentPlan {
  /** How many installments: 1 to the offer's `max`, each number once. */
  count: number;
  /** Centavos of one installment; the first may be larger by what does not divide. */
  amount: number;
  /** Centavos of all installments: what is charged. */
  total: number;
  /** Needed, as the next two, where `total` is above the order's amount (CDC art. 52 and 54-B). */
  monthlyRate?: number | undefined;
  /** The effective rate of a year. */
  annualRate?: number | undefined;
  /** The `custo efetivo total` of a year: interest, taxes and all else (CDC art. 54-B). */
  cet?: number | undefined;
  /** Who finances (CDC art. 54-B). */
  agent?: string | undefined;
}

/** What the buyer may choose from: the plans, else 1 to `max` installments without interest. */
export interface InstallmentOffer {
  max: number;
  plans?: InstallmentPlan[] | undefined;
}

/** What the merchant signs: the claims of the order token (contract section 4). */
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
  aud?: 'card-checkout' | undefined;
  installments?: InstallmentOffer | undefined;
  payer?: PayerDetails | undefined;
  /** Extra members of the payments API's request. */
  fields?: Record<string, Json> | undefined;
}

/** An order that nobody signed; only a proxy with `UNSIGNED_ORDERS=allow` takes it. */
export interface UnsignedOrder {
  id: string;
  /** Integer centavos, at least 1. */
  amount: number;
}
