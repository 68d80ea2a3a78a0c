import { memberOf } from '@card-checkout/contract/json';
import type { OrderState } from '@card-checkout/contract/shop-server';
import { askProxy, orderIn, pathOf, type ProxyAccess } from './proxy-request.ts';

export interface GetOrderOptions extends ProxyAccess {
  /** How long to wait while the order is processing, 0 to 30 s; 0 by default. */
  waitSeconds?: number;
  /** What the order costs now, in centavos. With another one signed, it isn't `paid`. */
  orderAmount?: number;
}

/** An order, and whether to ship it. */
export interface FoundOrder extends OrderState {
  /**
   * Whether it's approved, for the `orderAmount` that was asked for, if any. A charge that was proved
   * after the order had been closed is to refund: then it isn't `paid`.
   */
  paid: boolean;
}

/**
 * Asks the proxy for an order and its payments. Returns `undefined` for an order that nobody tried to
 * pay. Throws an `OrderLookupError` for any other answer and for none, a `TypeError` for a missing
 * argument, and the reason of `signal` when that aborts.
 *
 * @example
 * const { MERCHANT_KEY: merchantKey = '' } = process.env;
 * const proxy = { proxyUrl: 'https://pay.shop.example', merchantKey };
 * const order = await getOrder('order-1042', { ...proxy, orderAmount: 12990 });
 * if (order?.paid) ship(order.orderId);
 */
export async function getOrder(
  orderId: string,
  { waitSeconds = 0, orderAmount, ...proxy }: GetOrderOptions,
): Promise<FoundOrder | undefined> {
  const answer = await askProxy(pathOf(orderId), proxy, { waitSeconds });
  if (answer.status === 404 && memberOf(answer.body, 'code') === 'order_not_found') {
    return undefined;
  }
  const order = orderIn(answer, orderId);
  const isAsSigned = orderAmount === undefined || orderAmount === order.orderAmount;
  const isOpen = order.closedAt === undefined;
  return { ...order, paid: order.status === 'approved' && isAsSigned && isOpen };
}
