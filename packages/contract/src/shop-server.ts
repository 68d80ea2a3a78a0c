import type { CardKind } from './checkout.ts';
import type { Payment } from './payment.ts';

/** A card's brand, as its number tells. */
export type CardBrand = (typeof cardBrands)[number];

export const cardBrands = [
  'visa',
  'mastercard',
  'elo',
  'amex',
  'diners',
  'discover',
  'jcb',
  'aura',
  'unionpay',
  'maestro',
  'hipercard',
  'cabal',
] as const;

/** What became of a payment; `processing` means that the payments API took it up. */
export type OutcomeStatus = (typeof outcomeStatuses)[number];

export const outcomeStatuses = ['approved', 'declined', 'processing', 'unknown', 'failed'] as const;

/** What decided an outcome: the payments API's answer, a postback, or an operator of the shop. */
export type DecidedBy = (typeof deciders)[number];

export const deciders = ['answer', 'postback', 'operator'] as const;

/** What a shop may keep of a card (PCI DSS 3.5.1). */
export interface PaidCard {
  brand?: CardBrand;
  /** The last four digits. */
  last4: string;
  kind: CardKind;
}

/** The outcome of one payment. */
export interface Outcome {
  /** The idempotency key. */
  paymentId: string;
  orderId: string;
  status: OutcomeStatus;
  /** What is charged, in integer centavos. */
  amount: number;
  currency: 'BRL';
  installments: number;
  card?: PaidCard;
  /** The payment's id at the payments API, if it told one. */
  transactionId?: string;
  decidedBy: DecidedBy;
}

/** A signed message to the shop's server. Of several about one payment, the newest counts. */
export interface OutcomeMessage {
  type: `payment.${OutcomeStatus}`;
  /** ISO 8601 in UTC. */
  timestamp: string;
  data: Outcome;
}

/** Where an order stands; `unknown` when nobody knows whether it was charged. */
export type OrderStatus = (typeof orderStatuses)[number];

export const orderStatuses = ['unpaid', 'processing', 'approved', 'unknown'] as const;

/** An order, as the shop's server may ask for it. */
export interface OrderState {
  orderId: string;
  status: OrderStatus;
  /** The payment that is approved, unresolved, or perhaps charged. */
  paymentId?: string;
  /** What that payment charges, in integer centavos. */
  amount?: number;
  /** Every attempt to pay the order. */
  payments: Payment[];
}

/** One page of a list of orders, oldest change first. */
export interface OrderList {
  orders: OrderState[];
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}
