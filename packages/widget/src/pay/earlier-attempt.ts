import type { Payment } from '@card-checkout/contract/payment';
import type { Order } from '../order/order.ts';
import { askAgain, findPayment, findPaymentOfOrder, hasCode } from '../proxy-client/client.ts';
import {
  forgetAttempt,
  isStorageRefused,
  noteUnpaid,
  rememberedAttempt,
} from './attempt-memory.ts';
import type { PaymentUpdate } from './attempt.ts';
import { blocksOrder } from './ending.ts';
import { wait } from './wait.ts';

/** An order as a page that has just loaded knows it. */
interface LoadedOrder {
  id: string;
  /** Empty if the order isn't signed. */
  token: string;
}

/**
 * Finds what became of an attempt that an earlier page has sent for the order, and waits for its end.
 * Does nothing if there is none, or once `isWanted` says that the page must not show it.
 */
export async function* resume(
  proxyUrl: string,
  order: LoadedOrder,
  isWanted: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<PaymentUpdate> {
  // An attempt that has begun meanwhile is not an earlier one, and must not be forgotten.
  const find = async () => (isWanted() ? findAtLoad(proxyUrl, order, signal) : undefined);
  const earlier = await askAgain(find, () => true, signal);
  if (!earlier || !isWanted()) return;
  if (earlier.status === 'processing') yield* wait(proxyUrl, earlier);
  else yield { type: 'outcome', payment: earlier };
}

/**
 * Finds an attempt of this order, made on this page or an earlier one, that rules out another.
 * @throws CheckoutError `proxy_unreachable`: no one may pay before this is known.
 */
export async function findEarlier(
  proxyUrl: string,
  orderId: string,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  const key = rememberedAttempt(proxyUrl, orderId);
  if (key === undefined) return undefined;
  const payment = await findPayment(proxyUrl, key, signal);
  if (payment && blocksOrder(payment)) return payment;
  forgetAttempt(proxyUrl, orderId, key);
  return undefined;
}

/**
 * Finds an attempt as `findEarlier` does, also where the browser could not store its key: the proxy
 * knows it by the signed order.
 * @throws CheckoutError `proxy_unreachable` or `overloaded`: to be asked again.
 */
async function findAtLoad(
  proxyUrl: string,
  { id, token }: LoadedOrder,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  const earlier = await findEarlier(proxyUrl, id, signal);
  if (earlier || token === '' || !isStorageRefused()) return earlier;
  return findPaymentOfOrder(proxyUrl, token, signal).catch((error: unknown) => {
    if (hasCode(error, 'proxy_unreachable', 'overloaded')) throw error;
    return undefined;
  });
}

/**
 * Finds an attempt of the order that rules out another, e.g. one of another device; undefined also
 * when the proxy does not answer, because it refuses a second attempt in any case.
 * @throws CheckoutError `order_invalid`: the bank need not be asked.
 */
export async function findElsewhere(
  proxyUrl: string,
  { id, onWire }: Order,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  if (typeof onWire !== 'string') return undefined;
  try {
    const payment = await findPaymentOfOrder(proxyUrl, onWire, signal);
    noteUnpaid(proxyUrl, id, !payment);
    return payment;
  } catch (error) {
    if (hasCode(error, 'order_invalid')) throw error;
    return undefined;
  }
}

/** Finds the attempt because of which the proxy has refused another one; asks again for half a minute. */
export async function findTaken(
  proxyUrl: string,
  { onWire }: Order,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  if (typeof onWire !== 'string') return undefined;
  const find = async () => findPaymentOfOrder(proxyUrl, onWire, signal);
  return askAgain(find, (error) => !hasCode(error, 'not_found'), signal).catch(() => undefined);
}
