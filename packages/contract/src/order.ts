import type { PayerDetails } from './payer.ts';

/** Is any value that JSON can hold (RFC 8259). */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Is how many instalments the buyer may choose from: 1 to `max`. */
export interface InstallmentOffer {
  max: number;
}

/** Is what the merchant signs: the claims of the order token (contract section 4). */
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

/** Is an order that nobody signed; only a proxy with `UNSIGNED_ORDERS=allow` takes it. */
export interface UnsignedOrder {
  id: string;
  /** Integer centavos, at least 1. */
  amount: number;
}
