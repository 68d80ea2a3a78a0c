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

/**
 * Finds what became of an attempt that an earlier page has sent for the order, and waits for its end.
 * Where the browser stores nothing, only the proxy knows of it, by the signed order; then `isUntried`
 * says whether no other attempt has begun meanwhile.
 */
export async function* resume(
  proxyUrl: string,
  order: Order,
  isUntried: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<PaymentUpdate> {
  const paymentId = rememberedAttempt(proxyUrl, order.id);
  // No form that invites to pay again, until the proxy has answered.
  if (paymentId !== undefined) yield { type: 'step', step: 'waiting', paymentId };
  const find = async (): Promise<Payment | undefined> => {
    if (paymentId !== undefined) return findEarlier(proxyUrl, order.id, signal);
    return isStorageRefused() && isUntried() ? findUnstored(proxyUrl, order, signal) : undefined;
  };
  const earlier = await askAgain(find, () => true, signal);
  if (!earlier || (paymentId === undefined && !isUntried())) return;
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

/** @throws CheckoutError `proxy_unreachable` or `overloaded`: to be asked again. */
async function findUnstored(
  proxyUrl: string,
  order: Order,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  return findByOrder(proxyUrl, order, signal).catch((error: unknown) => {
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
  order: Order,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  try {
    const payment = await findByOrder(proxyUrl, order, signal);
    noteUnpaid(proxyUrl, order.id, typeof order.onWire === 'string' && !payment);
    return payment;
  } catch (error) {
    if (hasCode(error, 'order_invalid')) throw error;
    return undefined;
  }
}

/** Finds the attempt because of which the proxy has refused another one; asks again for half a minute. */
export async function findTaken(
  proxyUrl: string,
  order: Order,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  const find = async () => findByOrder(proxyUrl, order, signal);
  return askAgain(find, (error) => !hasCode(error, 'not_found'), signal).catch(() => undefined);
}

/** Asks by the signed order; the proxy answers no one without a signature. */
async function findByOrder(
  proxyUrl: string,
  { onWire }: Order,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  return typeof onWire === 'string' ? findPaymentOfOrder(proxyUrl, onWire, signal) : undefined;
}
