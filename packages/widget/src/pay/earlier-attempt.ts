import type { Payment } from '@card-checkout/contract/payment';
import { findPayment } from '../proxy-client/client.ts';
import { forgetAttempt, rememberedAttempt } from './attempt-memory.ts';

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

/** Whether the proxy would refuse another attempt of the order. */
export function blocksOrder({ status, code, retryable }: Payment): boolean {
  // After a 5xx the payment may have been charged.
  const mayBeCharged = status === 'unknown' || (code === 'unavailable' && !retryable);
  return mayBeCharged || status === 'approved' || status === 'processing';
}
