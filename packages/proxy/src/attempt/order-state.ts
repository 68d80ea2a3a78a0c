import type { OrderState, OrderStatus } from '@card-checkout/contract/shop-server';
import { blockingAttempt, isProcessing, paymentOf, type Attempt } from './attempt.ts';
import { statuses } from './statuses.ts';

/** The shortest retention in days: until then postbacks may come. */
export const minRetentionDays = 30;

export function orderStateOf(orderId: string, order: readonly Attempt[]): OrderState {
  const decisive = blockingAttempt(order);
  return {
    orderId,
    status: statusOf(decisive),
    ...(decisive && { paymentId: decisive.id, amount: decisive.amountCentavos }),
    payments: order.map((attempt) => paymentOf(attempt, order)),
  };
}

function statusOf(decisive: Attempt | undefined): OrderStatus {
  if (!decisive) return 'unpaid';
  if (decisive.status === 'approved') return 'approved';
  return isProcessing(decisive) ? 'processing' : 'unknown';
}

/** Whether an order is paid or free for another attempt, and no attempt is unfinished. */
export function isOver(order: readonly Attempt[]): boolean {
  const isUnfinished = order.some(({ status }) => statuses[status].phase !== 'final');
  const decisive = blockingAttempt(order);
  return !isUnfinished && (decisive === undefined || decisive.status === 'approved');
}
