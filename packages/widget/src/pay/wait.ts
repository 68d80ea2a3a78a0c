import type { Payment } from '@card-checkout/contract/payment';
import { startDeadline, type Deadline } from '../browser/deadline.ts';
import { growingMs } from '../browser/network.ts';
import { pause } from '../browser/pause.ts';
import { getProgress, hasCode } from '../proxy-client/client.ts';
import type { PaymentUpdate } from './attempt.ts';
import { isUnresolved, looksAlike } from './ending.ts';

/** How long the buyer waits for a payment that is `processing`. */
const processingTimeoutMs = 180_000;
const pollPauseMs = 1_000;

/** How long and how often the page asks for the outcome of a pending payment. */
const watchTimeoutMs = 900_000;
const watchPauseMs = 5_000;

/** Waits for the end of a payment that is `processing`, for three minutes at most. */
export async function* wait(proxyUrl: string, payment: Payment): AsyncGenerator<PaymentUpdate> {
  yield { type: 'step', step: 'waiting', paymentId: payment.id };
  const limit = startDeadline(processingTimeoutMs, undefined, () => 'too late');
  const latest = await poll(proxyUrl, payment, isProcessing, pollPauseMs, limit);
  yield { type: 'outcome', payment: latest };
}

/**
 * Watches a payment that the buyer no longer waits for, but that is pending or may have been charged,
 * for fifteen minutes or until `signal` aborts. Yields each outcome that changes what the buyer sees.
 */
export async function* watch(
  proxyUrl: string,
  payment: Payment,
  signal: AbortSignal,
): AsyncGenerator<PaymentUpdate> {
  const limit = startDeadline(watchTimeoutMs, signal, () => 'too late');
  const latest = await poll(proxyUrl, payment, isUnresolved, watchPauseMs, limit);
  if (signal.aborted || looksAlike(latest, payment)) return;
  yield { type: 'outcome', payment: latest };
  yield* watch(proxyUrl, latest, signal);
}

/** Asks until the payment is resolved; no answer says nothing about it. Clears the limit. */
async function poll(
  proxyUrl: string,
  payment: Payment,
  isOpen: (payment: Payment) => boolean,
  pauseMs: number,
  limit: Deadline,
): Promise<Payment> {
  // Neither of these outlives the status that it belongs to.
  const { code: _code, fields: _fields, ...known } = payment;
  let latest = payment;
  let failures = 0;
  try {
    while (isOpen(latest)) {
      await pause(growingMs(pauseMs, failures), limit.signal);
      const asked = getProgress(proxyUrl, payment.id, 'waits', limit.signal);
      const found = await asked.then(
        (progress) => ({ ...known, ...progress }),
        (error: unknown) => notTaken(payment, error),
      );
      failures = found ? 0 : failures + 1;
      latest = found ?? latest;
    }
  } catch {
    // The payment is still unresolved, as last known.
  } finally {
    limit.clear();
  }
  return latest;
}

/** Returns the end of a payment that was never confirmed, and that the proxy doesn't know. */
function notTaken(payment: Payment, error: unknown): Payment | undefined {
  const isUnknown = payment.tries === 0 && hasCode(error, 'not_found');
  if (!isUnknown) return undefined;
  return { ...payment, status: 'failed', code: 'unavailable', retryable: true };
}

function isProcessing({ status }: Payment): boolean {
  return status === 'processing';
}
