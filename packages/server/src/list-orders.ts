import { memberOf } from '@card-checkout/contract/json';
import type { OrderState, OrderStatus } from '@card-checkout/contract/shop-server';
import { askProxy, isOrderState, unexpected, type ProxyAccess } from './proxy-request.ts';

export interface ListOrdersOptions extends ProxyAccess {
  /** Only orders that changed at this time or later. */
  since?: Date;
  /** Only orders of this status. */
  status?: OrderStatus;
}

/**
 * Asks the proxy for all orders, oldest change first, page by page as the loop needs them. An order
 * that changes meanwhile may come twice. Throws as `getOrder` does.
 *
 * @example
 * const since = new Date(Date.now() - 25 * 3_600_000);
 * for await (const order of listOrders({ ...proxy, since, status: 'approved' })) {
 *   if (order.orderAmount === 12990 && !order.closedAt) ship(order.orderId);
 * }
 */
export async function* listOrders({
  since,
  status,
  ...proxy
}: ListOrdersOptions): AsyncGenerator<OrderState, void> {
  const query = new URLSearchParams({
    ...(since && { since: since.toISOString() }),
    ...(status && { status }),
  });
  for (;;) {
    const answer = await askProxy(`/api/orders?${query.toString()}`, proxy);
    const orders = memberOf(answer.body, 'orders');
    if (answer.status !== 200 || !Array.isArray(orders) || !orders.every(isOrderState)) {
      throw unexpected(answer);
    }
    yield* orders;
    const next = memberOf(answer.body, 'next');
    if (typeof next !== 'string') return;
    query.set('cursor', next);
  }
}
