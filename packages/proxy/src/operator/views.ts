import { paymentCodes } from '@card-checkout/contract/payment';
import { orderStatuses } from '@card-checkout/contract/shop-server';
import { z } from 'zod';
import { alarmCodes } from '../attempt/alarm-guide.ts';
import { attemptStatuses } from '../attempt/statuses.ts';
import { eventKinds } from '../attempt/state-machine.ts';

/** A payment as the operator sees it. */
const PaymentView = z.object({
  paymentId: z.string(),
  orderId: z.string(),
  status: z.enum(attemptStatuses),
  code: z.enum(paymentCodes).optional(),
  /** What is charged, in integer centavos. */
  amount: z.number(),
  installments: z.number(),
  card: z.object({ brand: z.string().optional(), last4: z.string(), kind: z.string() }).optional(),
  /** How many requests were sent to the payments API. */
  tries: z.number(),
  /** The payment's id at the payments API. */
  transactionId: z.string().optional(),
  /** Whether the order can't be paid again until this payment is resolved. */
  blocksOrder: z.boolean(),
  /** When the first try was sent; ISO 8601, UTC, like all times here. */
  startedAt: z.string(),
  changedAt: z.string(),
});
export type PaymentView = z.output<typeof PaymentView>;

/** An event of a payment, or an alarm. */
const TimelineStep = z.object({
  at: z.string(),
  paymentId: z.string(),
  kind: z.enum({ ...eventKinds, alarm: 'alarm' }),
  try: z.number().optional(),
  /** After the event. */
  status: z.enum(attemptStatuses).optional(),
  /** Never card data. */
  details: z.record(z.string(), z.unknown()),
});
export type TimelineStep = z.output<typeof TimelineStep>;

/** An order's history, oldest first. */
export const OrderTimeline = z.object({
  orderId: z.string(),
  status: z.enum(orderStatuses),
  payments: z.array(PaymentView),
  steps: z.array(TimelineStep),
});
export type OrderTimeline = z.output<typeof OrderTimeline>;

const AlarmView = z.object({
  id: z.number(),
  code: z.enum(alarmCodes),
  paymentId: z.string(),
  orderId: z.string(),
  at: z.string(),
  /** What the payments API said, and both amounts if they differ. */
  reason: z.string().optional(),
  acknowledgedAt: z.string().optional(),
  acknowledgedBy: z.string().optional(),
});
export type AlarmView = z.output<typeof AlarmView>;

export const AlarmList = z.object({ alarms: z.array(AlarmView) });
export type AlarmList = z.output<typeof AlarmList>;

/** `next` asks for the next page, if there may be one; a page may be short. */
export const PaymentList = z.object({
  payments: z.array(PaymentView),
  next: z.string().optional(),
});
export type PaymentList = z.output<typeof PaymentList>;

/** An order that waits for support: the payments in question, newest first, and its open alarms. */
export interface OpenOrder {
  orderId: string;
  payments: PaymentView[];
  alarms: AlarmView[];
}

export const Resolved = z.object({ payment: PaymentView });
export type Resolved = z.output<typeof Resolved>;

export const Purge = z.object({ orders: z.number(), payments: z.number(), deleted: z.number() });
export type Purge = z.output<typeof Purge>;
