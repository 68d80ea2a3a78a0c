import type { PaidCard, PaymentCode } from '@card-checkout/contract/payment';
import type { OrderStatus } from '@card-checkout/contract/shop-server';
import type { AttemptStatus } from '../attempt/statuses.ts';
import type { EventRow } from '../attempt/transition.ts';
import type { StoredAlarm } from '../store/store.ts';

/** A payment as the operator sees it. */
export interface PaymentView {
  paymentId: string;
  orderId: string;
  status: AttemptStatus;
  code?: PaymentCode | undefined;
  /** What is charged, in integer centavos. */
  amount: number;
  installments: number;
  card?: PaidCard | undefined;
  /** How many requests were sent to the payments API. */
  tries: number;
  /** The payment's id at the payments API. */
  transactionId?: string | undefined;
  /** Whether the order can't be paid again until this payment is resolved. */
  blocksOrder: boolean;
  /** When the first try was sent; ISO 8601, UTC, like all times here. */
  startedAt: string;
  changedAt: string;
}

/** An event of a payment or of its order, or an alarm. */
export interface TimelineStep {
  at: string;
  /** Absent if it's about the order. */
  paymentId?: string;
  kind: EventRow['kind'] | 'alarm';
  try?: number | undefined;
  /** After the event. */
  status?: AttemptStatus;
  /** Never card data. */
  details: Record<string, unknown>;
}

/** An order's history, oldest first. */
export interface OrderTimeline {
  orderId: string;
  status: OrderStatus;
  closedAt?: string;
  payments: PaymentView[];
  steps: TimelineStep[];
}

/** `next` asks for the next page, if there may be one; a page may be short. */
export interface PaymentList {
  payments: PaymentView[];
  next?: string;
}

/** An order that waits for support: the payments in question, newest first, and its open alarms. */
export interface OpenOrder {
  orderId: string;
  payments: PaymentView[];
  alarms: StoredAlarm[];
}
