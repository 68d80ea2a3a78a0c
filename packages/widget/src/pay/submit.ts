import type { CheckoutRequest } from '@card-checkout/contract/checkout';
import type { Payment } from '@card-checkout/contract/payment';
import { pause } from '../browser/pause.ts';
import { askAgainAfterMs, findPayment, hasCode, postCheckout } from '../proxy-client/client.ts';
import { errorOf } from '../errors.ts';
import { forgetAttempt } from './attempt-memory.ts';
import type { Attempt, PaymentUpdate } from './attempt.ts';
import { findTaken } from './earlier-attempt.ts';

/**
 * Submits the card. Returns the payment, or another device's payment for the order if that was faster.
 * @throws CheckoutError the code of the proxy's refusal, when nothing was taken.
 */
export async function* submit(
  attempt: Attempt,
  body: CheckoutRequest,
  signal: AbortSignal,
): AsyncGenerator<PaymentUpdate, Payment> {
  try {
    return yield* sendUntilAnswered(attempt, body);
  } catch (error) {
    const isTaken = hasCode(error, 'order_in_progress', 'order_already_paid');
    const other = isTaken && (await findTaken(attempt, signal));
    if (other) return other;
    // Nothing was taken, and nothing is left to ask for.
    if (errorOf(error).retryable)
      forgetAttempt(attempt.proxyUrl, attempt.order.id, attempt.idempotencyKey);
    throw error;
  }
}

/**
 * Sends the card again while the proxy is busy. Once a request may have been taken, asks for its
 * payment first, and repeats the request under the same key only if the proxy doesn't know it: so it
 * never pays twice. Gives up after half a minute; the payment is `unknown` if that leaves it in doubt.
 */
async function* sendUntilAnswered(
  { proxyUrl, order, idempotencyKey, totalCentavos }: Attempt,
  body: CheckoutRequest,
): AsyncGenerator<PaymentUpdate, Payment> {
  let isInDoubt = false;
  const { installments } = body;
  const known = {
    orderId: order.id,
    amount: totalCentavos,
    currency: 'BRL',
    installments,
  } as const;
  const sendOrAsk = async (): Promise<Payment> => {
    const found = isInDoubt && (await findPayment(proxyUrl, idempotencyKey));
    if (found) return { ...known, ...found };
    isInDoubt = false;
    return postCheckout(proxyUrl, body, idempotencyKey);
  };
  const unlessRepeated = (error: unknown, isLast: boolean): undefined => {
    isInDoubt ||= leavesDoubt(error);
    const isBusy = !isLast && isHeldBack(error);
    if (!isInDoubt && !isBusy) throw error;
  };
  for (const delayMs of [...askAgainAfterMs, 'last'] as const) {
    const asked = sendOrAsk();
    const payment = await asked.catch((error) => unlessRepeated(error, delayMs === 'last'));
    if (payment) return payment;
    if (isInDoubt) yield { type: 'step', step: 'waiting' };
    if (delayMs !== 'last') await pause(delayMs);
  }
  return { ...known, id: idempotencyKey, status: 'unknown', retryable: false, tries: 0 };
}

/** Whether the proxy has taken nothing, and may take it in a moment. */
function isHeldBack(error: unknown): boolean {
  return hasCode(error, 'draining', 'overloaded');
}

/** Whether a request may have been taken: there was no refusal, or none with a clear meaning. */
function leavesDoubt(error: unknown): boolean {
  return hasCode(error, 'proxy_unreachable', 'unexpected', 'internal');
}
