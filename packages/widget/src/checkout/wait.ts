import type { Payment } from '@card-checkout/contract/payment';
import { startDeadline } from '../browser/deadline.ts';
import { growingMs } from '../browser/network.ts';
import { pauseUntilBack } from '../browser/pause-until-back.ts';
import { getProgress, hasCode } from '../proxy-client/client.ts';
import type { PaymentUpdate } from './attempt.ts';
import { isUnresolved, looksAlike } from './ending.ts';

/** How long the buyer waits for a payment that is `processing`. */
const processingTimeoutMs = 180_000;
const pollPauseMs = (failures: number): number => growingMs(1_000, failures);

/** How long the page asks often for the outcome of a pending payment, how often then, and later. */
const oftenForMs = 900_000;
const oftenMs = 5_000;
const slowlyMs = 300_000;

/** Waits for the end of a payment, for three minutes at most while it is `processing`. */
export async function* wait(proxyUrl: string, payment: Payment): AsyncGenerator<PaymentUpdate> {
  if (isProcessing(payment)) {
    yield { type: 'step-end', outcome: 'processing' };
    yield { type: 'step', step: 'waiting', paymentId: payment.id };
  }
  const limit = startDeadline(processingTimeoutMs, undefined, () => 'too late');
  const latest = await poll(proxyUrl, payment, isProcessing, pollPauseMs, limit.signal);
  limit.clear();
  yield { type: 'outcome', payment: latest };
}

/**
 * Watches a payment that the buyer no longer waits for, but that is pending or may have been charged,
 * until `signal` aborts. Yields each outcome that changes what the buyer sees.
 */
export async function* watch(
  proxyUrl: string,
  payment: Payment,
  signal: AbortSignal,
): AsyncGenerator<PaymentUpdate> {
  const laterAtMs = performance.now() + oftenForMs;
  const pauseMs = (failures: number): number =>
    performance.now() < laterAtMs ? growingMs(oftenMs, failures) : slowlyMs;
  const latest = await poll(proxyUrl, payment, isUnresolved, pauseMs, signal);
  if (signal.aborted || looksAlike(latest, payment)) return;
  yield { type: 'outcome', payment: latest };
  yield* watch(proxyUrl, latest, signal);
}

/** Asks until the payment is resolved or `signal` aborts; no answer says nothing about it. */
async function poll(
  proxyUrl: string,
  payment: Payment,
  isOpen: (payment: Payment) => boolean,
  pauseMs: (failures: number) => number,
  signal: AbortSignal,
): Promise<Payment> {
  // Neither of these outlives the status that it belongs to.
  const { code: _code, fields: _fields, ...known } = payment;
  let latest = payment;
  let failures = 0;
  try {
    while (isOpen(latest)) {
      await pauseUntilBack(pauseMs(failures), signal);
      const asked = getProgress(proxyUrl, payment.id, signal);
      const found = await asked.then(
        (progress) => ({ ...known, ...progress }),
        (error: unknown) => notTaken(payment, error),
      );
      failures = found ? 0 : failures + 1;
      latest = found ?? latest;
    }
  } catch {
    // The payment is still unresolved, as last known.
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
