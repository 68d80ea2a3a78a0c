import { z } from 'zod';
import * as shopServer from '../shop-server.ts';
import { PaidCard, Payment } from './answers.ts';

const reason = z
  .string()
  .max(300)
  .exactOptional()
  .describe('What the payments API said, unless approved. Not for buyers');

const orderAmount = z
  .int()
  .min(1)
  .describe('What the shop signed, in centavos, without the interest of a plan');

const metadata = z
  .record(z.string(), z.unknown())
  .exactOptional()
  .describe('What the shop signed to get it back');

const ShopPayment = Payment.extend({
  orderAmount,
  metadata,
  reason,
}) satisfies z.ZodType<shopServer.ShopPayment>;

const Outcome = z.strictObject({
  paymentId: z.guid().describe('The idempotency key'),
  orderId: z.string(),
  status: z.enum(shopServer.outcomeStatuses),
  amount: z.int().min(1).describe('Integer centavos'),
  orderAmount,
  currency: z.literal('BRL'),
  installments: z.int().min(1),
  metadata,
  card: PaidCard.exactOptional(),
  transactionId: z.string().exactOptional(),
  decidedBy: z.enum(shopServer.deciders),
  reason,
  orderClosed: z
    .literal(true)
    .exactOptional()
    .describe('Set if the order was closed before this charge was known: refund it'),
}) satisfies z.ZodType<shopServer.Outcome>;

export const OutcomeMessage = z
  .strictObject({
    type: z.templateLiteral(['payment.', z.enum(shopServer.outcomeStatuses)]),
    timestamp: z.iso.datetime(),
    data: Outcome,
  })
  .refine(
    ({ type, data }) => type === `payment.${data.status}`,
  ) satisfies z.ZodType<shopServer.OutcomeMessage>;
export type OutcomeMessage = shopServer.OutcomeMessage;

export const OrderState = z.strictObject({
  orderId: z.string(),
  status: z.enum(shopServer.orderStatuses),
  paymentId: z
    .guid()
    .exactOptional()
    .describe('The payment that is approved, unresolved, or perhaps charged'),
  amount: z.int().min(1).exactOptional().describe('What that payment charges, integer centavos'),
  orderAmount: orderAmount.exactOptional(),
  metadata,
  closedAt: z.iso.datetime().exactOptional().describe('When the shop closed it'),
  payments: z.array(ShopPayment).describe('Every attempt to pay the order, oldest first'),
}) satisfies z.ZodType<shopServer.OrderState>;

/** The query of a list of orders. */
export const OrderParameters = z.strictObject({
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Only orders that changed at this time or later'),
  status: z.enum(shopServer.orderStatuses).optional().describe('Only orders of this status'),
  limit: z.coerce.number().int().min(1).max(100).default(100).describe('Orders on a page'),
  cursor: z.string().optional().describe('The `next` of the page before'),
});

/** One page of a list of orders, oldest change first. */
export const OrderList = z.strictObject({
  orders: z.array(OrderState),
  next: z.string().exactOptional().describe('The `cursor` of the next page; absent on the last'),
});
export type OrderList = z.output<typeof OrderList>;
