import { z } from 'zod';
import { Payment } from './answers.ts';
import * as shopServer from '../shop-server.ts';

const PaidCard = z.strictObject({
  brand: z.enum(shopServer.cardBrands).exactOptional(),
  last4: z.string().regex(/^\d{4}$/),
  kind: z.enum(['credit', 'debit']),
}) satisfies z.ZodType<shopServer.PaidCard>;

const Outcome = z.strictObject({
  paymentId: z.guid().describe('The idempotency key'),
  orderId: z.string(),
  status: z.enum(shopServer.outcomeStatuses),
  amount: z.int().min(1).describe('Integer centavos'),
  currency: z.literal('BRL'),
  installments: z.int().min(1),
  card: PaidCard.exactOptional(),
  transactionId: z.string().exactOptional(),
  decidedBy: z.enum(shopServer.deciders),
}) satisfies z.ZodType<shopServer.Outcome>;

/**
 * A signed message to the shop's server; its type ends in the status.
 *
 * @example
 * const { type, data } = OutcomeMessage.parse(JSON.parse(text));
 */
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

/**
 * An order, as the shop's server may ask for it.
 *
 * @example
 * const { status, payments } = OrderState.parse(await response.json());
 */
export const OrderState = z.strictObject({
  orderId: z.string(),
  status: z.enum(shopServer.orderStatuses),
  paymentId: z
    .guid()
    .exactOptional()
    .describe('The payment that is approved, unresolved, or perhaps charged'),
  amount: z.int().min(1).exactOptional().describe('What that payment charges, integer centavos'),
  payments: z.array(Payment).describe('Every attempt to pay the order, oldest first'),
}) satisfies z.ZodType<shopServer.OrderState>;
export type OrderState = shopServer.OrderState;

/**
 * One page of a list of orders, oldest change first.
 *
 * @example
 * const { orders, next } = OrderList.parse(await response.json());
 */
export const OrderList = z.strictObject({
  orders: z.array(OrderState),
  next: z.string().exactOptional().describe('The `cursor` of the next page; absent on the last'),
}) satisfies z.ZodType<shopServer.OrderList>;
export type OrderList = shopServer.OrderList;
