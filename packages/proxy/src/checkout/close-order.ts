import { OrderId } from '@card-checkout/contract';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';

/**
 * Closes an order, tried or not, so that none of its tokens pays any more. Throws a `Refusal` if a
 * payment was or may be charged, which it names. Closing it again changes nothing.
 */
export async function closeOrder(
  orderId: string,
  by: string,
  { store, log }: { store: Pick<Store, 'closeOrder'>; log: Pick<EventLog, 'emit'> },
): Promise<void> {
  const isPossible = OrderId.safeParse(orderId).success;
  if (!isPossible) throw new Refusal('bad_request', { detail: 'The id is none that an order has' });
  const closing = await store.closeOrder(orderId, by);
  if (closing.kind === 'refused') {
    const { code, paymentId } = closing;
    const how = code === 'order_already_paid' ? 'was charged' : 'runs, or may have been charged';
    throw new Refusal(code, { detail: `Payment ${paymentId} ${how}`, paymentId });
  }
  log.emit('order_closed', { order: orderId, by });
}
