import type { Payment, PaymentProgress } from '@card-checkout/contract/payment';
import { askAgain, findPayment, findPaymentOfOrder, hasCode } from '../proxy-client/client.ts';
import {
  forgetAttempt,
  isStorageRefused,
  noteUnpaid,
  rememberedAttempt,
} from './attempt-memory.ts';
import type { Attempt, PaymentUpdate } from './attempt.ts';
import { blocksOrder } from './ending.ts';
import { wait } from './wait.ts';

/** The order that is paid, and by which proxy. */
type Purchase = Pick<Attempt, 'proxyUrl' | 'order'>;

/** A payment that rules out another one for the order, if there is one. */
type Found = Promise<Payment | undefined>;

/**
 * Finds the attempt that an earlier page has sent for the order, and waits for its end. If the browser
 * stores nothing, asks the proxy by the signed order, while `isUntried` says that no attempt has begun
 * here.
 */
export async function* resume(
  purchase: Purchase,
  isUntried: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<PaymentUpdate> {
  const { proxyUrl, order } = purchase;
  const paymentId = rememberedAttempt(proxyUrl, order.id);
  // Until the proxy answers, the buyer sees no form that could pay again.
  if (paymentId !== undefined) yield { type: 'step', step: 'waiting', paymentId, isUntold: true };
  const find = async (): Promise<Payment | undefined> => {
    if (paymentId !== undefined) return findEarlier(purchase, signal);
    return isStorageRefused() && isUntried() ? findUnstored(purchase, signal) : undefined;
  };
  const earlier = await askAgain(find, () => true, signal);
  if (!earlier || (paymentId === undefined && !isUntried())) return;
  if (earlier.status === 'processing') yield* wait(proxyUrl, earlier);
  else yield { type: 'outcome', payment: earlier };
}

/**
 * Finds an attempt for the order, from this browser, that rules out another.
 * @throws CheckoutError `proxy_unreachable`: nobody may pay before this is known.
 */
export async function findEarlier({ proxyUrl, order }: Purchase, signal: AbortSignal): Found {
  const key = rememberedAttempt(proxyUrl, order.id);
  if (key === undefined) return undefined;
  const progress = await findPayment(proxyUrl, key, signal);
  if (progress && blocksOrder(progress)) return completed(progress, { proxyUrl, order }, signal);
  forgetAttempt(proxyUrl, order.id, key);
  return undefined;
}

/** Adds what the id alone doesn't reveal. If the proxy doesn't answer, assumes one installment. */
async function completed(
  progress: PaymentProgress,
  purchase: Purchase,
  signal: AbortSignal,
): Promise<Payment> {
  const found = await findByOrder(purchase, signal).catch(() => undefined);
  if (found?.id === progress.id) return found;
  const { id: orderId, amountCentavos: amount } = purchase.order;
  return { orderId, amount, currency: 'BRL', installments: 1, ...progress };
}

/** @throws CheckoutError `proxy_unreachable` or `overloaded`: to be asked again. */
async function findUnstored(purchase: Purchase, signal: AbortSignal): Found {
  return findByOrder(purchase, signal).catch((error: unknown) => {
    if (hasCode(error, 'proxy_unreachable', 'overloaded')) throw error;
    return undefined;
  });
}

/**
 * Finds an attempt for the order, from any device, that rules out another. Returns undefined if the proxy
 * doesn't answer, since it would refuse a second attempt anyway.
 * @throws CheckoutError `order_invalid`, before the bank is asked.
 */
export async function findElsewhere(purchase: Purchase, signal: AbortSignal): Found {
  try {
    const payment = await findByOrder(purchase, signal);
    const { proxyUrl, order } = purchase;
    noteUnpaid(proxyUrl, order.id, !payment);
    return payment;
  } catch (error) {
    if (hasCode(error, 'order_invalid')) throw error;
    return undefined;
  }
}

/** Finds the attempt because of which the proxy refused this one; asks again for half a minute. */
export async function findTaken(purchase: Purchase, signal: AbortSignal): Found {
  const find = async () => findByOrder(purchase, signal);
  return askAgain(find, (error) => !hasCode(error, 'not_found'), signal).catch(() => undefined);
}

async function findByOrder({ proxyUrl, order }: Purchase, signal: AbortSignal): Found {
  return findPaymentOfOrder(proxyUrl, order.token, signal);
}
