import { z } from 'zod';
import { cardBrands, type CardBrand, type CardKind } from '../checkout.ts';
import { Payment } from './answers.ts';

/** The status of an outcome; `processing` means that the payments API accepted the payment. */
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

const PaidCard = z.strictObject({
  brand: z.enum(cardBrands).exactOptional(),
  last4: z.string().regex(/^\d{4}$/),
  kind: z.enum(['credit', 'debit']),
}) satisfies z.ZodType<PaidCard>;

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
  /** The payment's id at the payments API, if known. */
  transactionId?: string;
  decidedBy: DecidedBy;
}

const Outcome = z.strictObject({
  paymentId: z.guid().describe('The idempotency key'),
  orderId: z.string(),
  status: z.enum(outcomeStatuses),
  amount: z.int().min(1).describe('Integer centavos'),
  currency: z.literal('BRL'),
  installments: z.int().min(1),
  card: PaidCard.exactOptional(),
  transactionId: z.string().exactOptional(),
  decidedBy: z.enum(deciders),
}) satisfies z.ZodType<Outcome>;

/** A signed message to the shop's server. Of several about one payment, the newest counts. */
export interface OutcomeMessage {
  type: `payment.${OutcomeStatus}`;
  /** ISO 8601 in UTC. */
  timestamp: string;
  data: Outcome;
}

export const OutcomeMessage = z
  .strictObject({
    type: z.templateLiteral(['payment.', z.enum(outcomeStatuses)]),
    timestamp: z.iso.datetime(),
    data: Outcome,
  })
  .refine(
    ({ type, data }) => type === `payment.${data.status}`,
  ) satisfies z.ZodType<OutcomeMessage>;

/** The status of an order; `unknown` if nobody knows whether it was charged. */
export type OrderStatus = (typeof orderStatuses)[number];

export const orderStatuses = ['unpaid', 'processing', 'approved', 'unknown'] as const;

/** An order, as the shop's server sees it. */
export interface OrderState {
  orderId: string;
  status: OrderStatus;
  /** The payment that is approved, unresolved, or perhaps charged. */
  paymentId?: string;
  /** What that payment charges, in integer centavos. */
  amount?: number;
  /** Every attempt to pay the order, oldest first. */
  payments: Payment[];
}

export const OrderState = z.strictObject({
  orderId: z.string(),
  status: z.enum(orderStatuses),
  paymentId: z
    .guid()
    .exactOptional()
    .describe('The payment that is approved, unresolved, or perhaps charged'),
  amount: z.int().min(1).exactOptional().describe('What that payment charges, integer centavos'),
  payments: z.array(Payment).describe('Every attempt to pay the order, oldest first'),
}) satisfies z.ZodType<OrderState>;

/** The query of a list of orders. */
export const OrderParameters = z.strictObject({
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Only orders that changed at this time or later'),
  status: z.enum(orderStatuses).optional().describe('Only orders of this status'),
  limit: z.coerce.number().int().min(1).max(100).default(100).describe('Orders on a page'),
  cursor: z.string().optional().describe('The `next` of the page before'),
});

/** One page of a list of orders, oldest change first. */
export const OrderList = z.strictObject({
  orders: z.array(OrderState),
  next: z.string().exactOptional().describe('The `cursor` of the next page; absent on the last'),
});
export type OrderList = z.output<typeof OrderList>;
