import { orderHeader, type CheckoutRequest } from '@card-checkout/contract/checkout';
import type { Payment } from '@card-checkout/contract/payment';
import { pause, startDeadline, type Deadline } from '../browser/deadline.ts';
import { lateFile } from '../browser/late-file.ts';
import { untilOnline } from '../browser/until-online.ts';
import { trustedScriptUrl } from '../browser/trusted-script.ts';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import { membersOf } from '@card-checkout/contract/json';
import { callProxy } from './call.ts';
import { readPayment } from './wire.ts';

/** Seconds for which the proxy is asked to hold a request open (RFC 7240, `wait`). */
const waitSeconds = 25;
/** Time limit of a request: the wait at the proxy, and the network. */
const requestTimeoutMs = (waitSeconds + 15) * 1000;
/** Pauses before the proxy is asked again; together long enough for it to restart. */
const askAgainAfterMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** How long the buyer waits for a payment that is `processing`. */
const processingTimeoutMs = 180_000;
const pollPauseMs = 1_000;
/** Time limit of the question whether the order may be paid. */
const orderTimeoutMs = 5_000;

/** The longest pause after questions without an answer; each is twice as long as the one before. */
const longestPauseMs = 15_000;
/** How long, and how often, the page looks for the outcome of a pending payment. */
const watchTimeoutMs = 900_000;
const watchPauseMs = 5_000;

const loadProofOfWork = lateFile(() => import('./proof-of-work/prove-work.ts'));

const prefer = { Prefer: `wait=${waitSeconds}` };

/** How long and how often a payment is polled. */
interface Polling {
  /** Whether the outcome is still to come. */
  isOpen: (payment: Payment) => boolean;
  pauseMs: number;
  /** Cleared at the end. */
  limit: Deadline;
}

/** An attempt that is ready to be submitted. */
export interface Submission {
  body: CheckoutRequest;
  idempotencyKey: string;
  /** Runs when a request may have been taken although no answer came. */
  onDoubt: () => void;
}

/**
 * Submits an attempt to the proxy, with a proof of work if the proxy asks for one. A proxy that is
 * busy gets the request again. Once a request may have been taken, only a `Payment` ends the attempt:
 * asks for it, and repeats the request with the same key if the proxy does not know it, so it never
 * pays twice. Returns nothing when that is still in doubt after half a minute.
 * @throws CheckoutError the code of the proxy's refusal, when nothing was taken; the reason of
 * `signal` when that aborts during a proof of work.
 */
export async function submitCheckout(
  proxyUrl: string,
  submission: Submission,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  const { idempotencyKey, onDoubt } = submission;
  let isInDoubt = false;
  const sendOrAsk = async (): Promise<Payment> => {
    await untilOnline();
    const found = isInDoubt && (await findPayment(proxyUrl, idempotencyKey));
    if (found) return found;
    isInDoubt = false;
    try {
      return await postCheckout(proxyUrl, submission, signal);
    } catch (error) {
      isInDoubt = leavesDoubt(error);
      if (isInDoubt) onDoubt();
      throw error;
    }
  };
  try {
    return await askAgain(
      sendOrAsk,
      (error) => isInDoubt || hasCode(error, 'draining', 'overloaded'),
    );
  } catch (error) {
    if (!isInDoubt) throw error;
    return undefined;
  }
}

/** Posts an attempt, and once more with a proof of work if the proxy asks for one. */
async function postCheckout(
  proxyUrl: string,
  { body, idempotencyKey }: Submission,
  signal: AbortSignal,
): Promise<Payment> {
  const headers = {
    ...prefer,
    'Content-Type': 'application/json',
    'Idempotency-Key': idempotencyKey,
  };
  const init = { method: 'POST', body: JSON.stringify(body) };
  const post = async (proof = {}): Promise<unknown> => {
    const request = { ...init, headers: { ...headers, ...proof } };
    return callProxy(proxyUrl, '/api/checkout/', request, requestTimeoutMs);
  };
  const answer = await post();
  if (membersOf(answer).get('code') !== 'proof_of_work_required') return readPayment(answer);
  const { proveWork } = await loadProofOfWork(signal);
  return readPayment(await proveWork(answer, { send: post, trustedUrl: trustedScriptUrl }, signal));
}

/**
 * Repeats a question, with growing pauses, for half a minute at most.
 * @throws the last error, or the first one that `mayRepeat` does not accept.
 */
export async function askAgain<Answer>(
  ask: () => Promise<Answer>,
  mayRepeat: (error: unknown) => boolean,
  signal?: AbortSignal,
): Promise<Answer> {
  const unlessRepeated = (error: unknown): undefined => {
    signal?.throwIfAborted();
    if (!mayRepeat(error)) throw error;
  };
  for (const delayMs of askAgainAfterMs) {
    const asked = ask().then((answer) => ({ answer }));
    const answered = await asked.catch(unlessRepeated);
    if (answered) return answered.answer;
    await pause(delayMs, signal);
  }
  return ask();
}

/**
 * Returns a payment as it stands; undefined if the proxy does not know it.
 * @throws CheckoutError `proxy_unreachable`, or the code of the proxy's refusal; the reason of
 * `signal` when that aborts.
 */
export async function findPayment(
  proxyUrl: string,
  id: string,
  signal?: AbortSignal,
): Promise<Payment | undefined> {
  try {
    return await getPayment(proxyUrl, id, {}, signal);
  } catch (error) {
    if (hasCode(error, 'not_found')) return undefined;
    throw error;
  }
}

/**
 * Returns the payment that rules out another one of an order, if there is one.
 * @throws CheckoutError as `findPayment`.
 */
export async function findPaymentOfOrder(
  proxyUrl: string,
  orderToken: string,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  const init = { headers: { [orderHeader]: orderToken } };
  const body = await callProxy(proxyUrl, '/api/order/payment', init, orderTimeoutMs, signal);
  return body === undefined ? undefined : readPayment(body);
}

/** Polls a payment that is `processing`, for three minutes at most; returns it as it stands then. */
export async function followPayment(proxyUrl: string, payment: Payment): Promise<Payment> {
  const limit = startDeadline(processingTimeoutMs, undefined, tooLate);
  return follow(proxyUrl, payment, { isOpen: isProcessing, pauseMs: pollPauseMs, limit });
}

/**
 * Polls a payment that may have been charged, for fifteen minutes or until `signal` aborts; returns
 * the payment as it stands then.
 */
export async function watchPayment(
  proxyUrl: string,
  payment: Payment,
  signal: AbortSignal,
): Promise<Payment> {
  const limit = startDeadline(watchTimeoutMs, signal, tooLate);
  return follow(proxyUrl, payment, { isOpen: isUnresolved, pauseMs: watchPauseMs, limit });
}

/** Asks until the payment is resolved; a question without an answer says nothing about it. */
async function follow(
  proxyUrl: string,
  payment: Payment,
  { isOpen, pauseMs, limit }: Polling,
): Promise<Payment> {
  let latest = payment;
  let failures = 0;
  try {
    while (isOpen(latest)) {
      await pause(Math.min(pauseMs * 2 ** failures, longestPauseMs), limit.signal);
      const asked = getPayment(proxyUrl, payment.id, prefer, limit.signal);
      const found = await asked.catch((error: unknown) => notTaken(payment, error));
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

/** Returns the end of a payment that no answer has confirmed, and that the proxy does not know. */
function notTaken(payment: Payment, error: unknown): Payment | undefined {
  const isUnknown = payment.tries === 0 && hasCode(error, 'not_found');
  if (!isUnknown) return undefined;
  return { ...payment, status: 'failed', code: 'unavailable', retryable: true };
}

/** Whether the payment may have been charged, although the proxy has not said so. */
export function isUnresolved({ status, code, retryable }: Payment): boolean {
  if (status === 'processing' || status === 'unknown') return true;
  // This payment, or another one of its order, is in doubt.
  return status !== 'approved' && !retryable && code !== 'configuration';
}

async function getPayment(
  proxyUrl: string,
  id: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Payment> {
  const path = `/api/checkout/${id}`;
  return readPayment(await callProxy(proxyUrl, path, { headers }, requestTimeoutMs, signal));
}

/** Whether a request may have been taken: no refusal came, or none that says what it means. */
function leavesDoubt(error: unknown): boolean {
  return hasCode(error, 'proxy_unreachable', 'unexpected', 'internal');
}

/** Whether an error has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly CheckoutErrorCode[]): boolean {
  return error instanceof CheckoutError && codes.includes(error.code);
}

function isProcessing({ status }: Payment): boolean {
  return status === 'processing';
}

function tooLate(): string {
  return 'too late';
}
