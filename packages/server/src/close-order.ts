import { memberOf } from '@card-checkout/contract/json';
import type { OrderState } from '@card-checkout/contract/shop-server';
import { askProxy, orderIn, pathOf, type ProxyAccess } from './proxy-request.ts';

/** Whether an order was closed, and the payment that prevents it. */
export type ClosedOrder =
  | { closed: true; order: OrderState }
  | {
      closed: false;
      /** Whether that payment is open, and may still charge, or is approved. */
      code: 'order_in_progress' | 'order_already_paid';
      paymentId: string;
    };

/**
 * Ends an order that was paid in another way or canceled: none of its tokens pays any more. It isn't
 * closed while a payment may be charged. An order that nobody tried to pay can be closed, and closing
 * it again changes nothing. Throws as `getOrder` does.
 *
 * @example
 * const closing = await closeOrder('order-1042', proxy);
 * if (!closing.closed) log(`the card payment ${closing.paymentId} was faster: ${closing.code}`);
 */
export async function closeOrder(orderId: string, proxy: ProxyAccess): Promise<ClosedOrder> {
  const answer = await askProxy(`${pathOf(orderId)}/close`, proxy, { method: 'POST' });
  const [code, paymentId] = ['code', 'paymentId'].map((name) => memberOf(answer.body, name));
  const isBlocked = code === 'order_in_progress' || code === 'order_already_paid';
  if (answer.status === 409 && isBlocked && typeof paymentId === 'string') {
    return { closed: false, code, paymentId };
  }
  return { closed: true, order: orderIn(answer, orderId) };
}
