import type { PaidCard, Payment } from './payment.ts';

/** The status of an outcome; `processing` means that the payments API accepted the payment. */
export type OutcomeStatus = (typeof outcomeStatuses)[number];

export const outcomeStatuses = ['approved', 'declined', 'processing', 'unknown', 'failed'] as const;

/** What decided an outcome: the payments API's answer, a postback, or an operator of the shop. */
export type DecidedBy = (typeof deciders)[number];

export const deciders = ['answer', 'postback', 'operator'] as const;

/** The outcome of one payment. */
export interface Outcome {
  /** The idempotency key. */
  paymentId: string;
  orderId: string;
  status: OutcomeStatus;
  /** What is charged, in integer centavos. */
  amount: number;
  /** What the shop signed, without the interest of a plan. Ship only if it's the order's amount. */
  orderAmount: number;
  currency: 'BRL';
  installments: number;
  /** The order token's `metadata`. */
  metadata?: Record<string, unknown>;
  card?: PaidCard;
  /** The payment's id at the payments API, if known. */
  transactionId?: string;
  decidedBy: DecidedBy;
  /** See `ShopPayment`. */
  reason?: string;
  /** Set if the order was closed before this charge was known: refund it, don't ship. */
  orderClosed?: true;
}

/** A signed message to the shop's server. Of several about one payment, the newest counts. */
export interface OutcomeMessage {
  type: `payment.${OutcomeStatus}`;
  /** ISO 8601 in UTC. */
  timestamp: string;
  data: Outcome;
}

/**
 * The status of an order; `unknown` if nobody knows whether it was charged, `closed` if the shop ended
 * it without a payment.
 */
export type OrderStatus = (typeof orderStatuses)[number];

export const orderStatuses = ['unpaid', 'processing', 'approved', 'unknown', 'closed'] as const;

/** A payment, as the shop's server sees it. */
export interface ShopPayment extends Payment {
  /** What the shop signed for it, without the interest of a plan. */
  orderAmount: number;
  /** The `metadata` of the order token that it came with. */
  metadata?: Record<string, unknown>;
  /**
   * Why it isn't approved: the deciding place and word in the payments API's answer or postback, and
   * its message. Without card data, at most 300 characters. Not for buyers.
   */
  reason?: string;
}

/** An order, as the shop's server sees it. */
export interface OrderState {
  orderId: string;
  status: OrderStatus;
  /** The payment that is approved, unresolved, or perhaps charged. */
  paymentId?: string;
  /** What that payment charges, in integer centavos. */
  amount?: number;
  /** What the shop signed for that payment, without the interest of a plan. */
  orderAmount?: number;
  /** The `metadata` that the shop signed for that payment. */
  metadata?: Record<string, unknown>;
  /** When the shop closed it: ISO 8601 in UTC. It takes no payment since then. */
  closedAt?: string;
  /** Every attempt to pay the order, oldest first. */
  payments: ShopPayment[];
}
