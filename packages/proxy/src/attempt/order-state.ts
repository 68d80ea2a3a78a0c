import type { OrderState, OrderStatus } from '@card-checkout/contract/shop-server';
import { blockingAttempt, isProcessing, paymentOf, type Attempt } from './attempt.ts';

/** Returns an order as the shop's server sees it, from all its attempts. */
export function orderStateOf(orderId: string, order: readonly Attempt[]): OrderState {
  const decisive = blockingAttempt(order);
  return {
    orderId,
    status: statusOf(decisive),
    ...(decisive && { paymentId: decisive.id, amount: decisive.amountCentavos }),
    payments: order.map(paymentOf),
  };
}

function statusOf(decisive: Attempt | undefined): OrderStatus {
  if (!decisive) return 'unpaid';
  if (decisive.status === 'approved') return 'approved';
  return isProcessing(decisive) ? 'processing' : 'unknown';
}
