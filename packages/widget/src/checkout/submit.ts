import type { CheckoutRequest } from '@card-checkout/contract/checkout';
import type { Payment } from '@card-checkout/contract/payment';
import { pause } from '../browser/pause.ts';
import { askAgainAfterMs, hasCode, postCheckout } from '../proxy-client/client.ts';
import { askForOrder, findOrder } from '../proxy-client/page-order.ts';
import type { Attempt, PaymentUpdate } from './attempt.ts';

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
    const order = isTaken && (await findOrder(attempt, signal).catch(() => undefined));
    if (order && order.payment) return order.payment;
    throw error;
  }
}

/**
 * Sends the card again while the proxy is busy. Once a request may have been taken, asks for the order's
 * payment first, and repeats the request under the same key only if there is none: so it never pays
 * twice. Gives up after half a minute; the payment is `unknown` if that leaves it in doubt.
 */
async function* sendUntilAnswered(
  { proxyUrl, order, idempotencyKey, totalCentavos }: Attempt,
  body: CheckoutRequest,
): AsyncGenerator<PaymentUpdate, Payment> {
  let isInDoubt = false;
  const sendOrAsk = async (): Promise<Payment> => {
    const { payment } = isInDoubt ? await askForOrder(proxyUrl, order.token) : {};
    if (payment) return payment;
    isInDoubt = false;
    return postCheckout(proxyUrl, body, idempotencyKey);
  };
  const unlessRepeated = (error: unknown, isLast: boolean): undefined => {
    // There was no refusal, or none with a clear meaning: the proxy may have taken the request.
    isInDoubt ||= hasCode(error, 'proxy_unreachable', 'unexpected', 'internal');
    // The proxy has taken nothing, and may take it in a moment.
    const isBusy = !isLast && hasCode(error, 'draining', 'overloaded');
    if (!isInDoubt && !isBusy) throw error;
  };
  for (const delayMs of [...askAgainAfterMs, 'last'] as const) {
    const asked = sendOrAsk();
    const payment = await asked.catch((error) => unlessRepeated(error, delayMs === 'last'));
    if (payment) return payment;
    if (isInDoubt) yield { type: 'step', step: 'waiting' };
    if (delayMs !== 'last') await pause(delayMs);
  }
  return {
    id: idempotencyKey,
    orderId: order.id,
    status: 'unknown',
    amount: totalCentavos,
    currency: 'BRL',
    installments: body.installments,
    retryable: false,
    tries: 0,
  };
}
