import type { CheckoutRequest } from '@card-checkout/contract/checkout';
import type { Payment } from '@card-checkout/contract/payment';
import { loaded, pause, startDeadline, unlessAborted, type Deadline } from '../browser/deadline.ts';
import { CheckoutError } from '../errors.ts';

import { membersOf } from '@card-checkout/contract/json';
import { callProxy } from './call.ts';
import { readPayment } from './wire.ts';

/** How long the proxy is asked to hold a request open, in seconds (RFC 7240, `wait`). */
const waitSeconds = 25;
/** How long one request may take: what the proxy holds it open for, and the way there and back. */
const requestTimeoutMs = (waitSeconds + 15) * 1000;
/**
 * The pauses before a request is sent again that may not have reached the proxy: together long enough
 * for a proxy to be started again.
 */
const resendAfterMs = [1_000, 2_000, 4_000, 8_000] as const;
/** How long a payment may stay `processing` before the buyer is told to wait elsewhere. */
const settlementTimeoutMs = 180_000;
/** How long a request waits for a browser that says it is offline; some say so wrongly. */
const offlineTimeoutMs = 60_000;
const pollPauseMs = 1_000;
/** How long, and how often, the page looks for an outcome that the buyer no longer waits for. */
const watchTimeoutMs = 900_000;
const watchPauseMs = 5_000;

const prefer = { Prefer: `wait=${waitSeconds}` };

/** How long and how often a payment is asked for. */
interface Following {
  /** Whether there is still something to wait for. */
  isOpen: (payment: Payment) => boolean;
  pauseMs: number;
  /** Cleared at the end. */
  limit: Deadline;
}

/**
 * Sends an attempt to the proxy (contract section 3). After a request that may have been lost it asks first,
 * and repeats it under the same key; the proxy joins it to the running attempt, so it never pays twice.
 * Where the proxy asks for a proof of work, it brings one.
 * @throws CheckoutError `proxy_unreachable`, or the proxy's refusal; the reason of `signal` when that aborts
 * before the proxy has taken the attempt.
 */
export async function submitCheckout(
  proxyUrl: string,
  body: CheckoutRequest,
  idempotencyKey: string,
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
  const send = async (): Promise<Payment> => {
    const answer = await post();
    if (membersOf(answer).get('code') !== 'proof_of_work_required') return readPayment(answer);
    const { proveWork } = await loaded(import('./proof-of-work/prove-work.ts'), signal);
    return readPayment(await proveWork(answer, post, signal));
  };
  // The request before may have been taken, whatever became of its answer.
  const askOrSend = async (): Promise<Payment> => {
    await untilOnline();
    return (await findPayment(proxyUrl, idempotencyKey)) ?? send();
  };
  return resend(send, askOrSend);
}

/**
 * Waits for the network, for a minute at most; then trying tells more.
 * @throws the reason of `signal` when that aborts.
 */
export async function untilOnline(signal?: AbortSignal): Promise<void> {
  if (navigator.onLine) return;
  const limit = startDeadline(offlineTimeoutMs, signal, notSettled);
  const online = new Promise((resolve) => {
    addEventListener('online', resolve, { once: true, signal: limit.signal });
  });
  await unlessAborted(limit.signal, online).catch(() => undefined);
  limit.clear();
  signal?.throwIfAborted();
}

/**
 * Asks for a payment as it stands; gives nothing when the proxy never took it.
 * @throws CheckoutError `proxy_unreachable`, or the proxy's refusal; the reason of `signal` when that aborts.
 */
export async function findPayment(
  proxyUrl: string,
  id: string,
  signal?: AbortSignal,
): Promise<Payment | undefined> {
  try {
    return await askPayment(proxyUrl, id, {}, signal);
  } catch (error) {
    if (error instanceof CheckoutError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Follows a payment until it is settled, or for three minutes; then gives it as it stands. */
export async function followPayment(proxyUrl: string, payment: Payment): Promise<Payment> {
  const limit = startDeadline(settlementTimeoutMs, undefined, notSettled);
  return follow(proxyUrl, payment, { isOpen: isProcessing, pauseMs: pollPauseMs, limit });
}

/**
 * Looks for the outcome of a payment that is not known yet, for fifteen minutes or until `signal`
 * aborts; then gives the payment as it stands.
 */
export async function watchPayment(
  proxyUrl: string,
  payment: Payment,
  signal: AbortSignal,
): Promise<Payment> {
  const limit = startDeadline(watchTimeoutMs, signal, notSettled);
  return follow(proxyUrl, payment, { isOpen: isUnsettled, pauseMs: watchPauseMs, limit });
}

async function follow(
  proxyUrl: string,
  payment: Payment,
  { isOpen, pauseMs, limit }: Following,
): Promise<Payment> {
  let latest = payment;
  try {
    while (isOpen(latest)) {
      await pause(pauseMs, limit.signal);
      const asked = askPayment(proxyUrl, payment.id, prefer, limit.signal);
      latest = (await asked.catch(unlessUnreachable)) ?? latest;
    }
  } catch {
    // What was known last is still true: the payment is not settled.
  } finally {
    limit.clear();
  }
  return latest;
}

function isProcessing({ status }: Payment): boolean {
  return status === 'processing';
}

function isUnsettled({ status }: Payment): boolean {
  return status === 'processing' || status === 'unknown';
}

function notSettled(): string {
  return 'not settled';
}

async function askPayment(
  proxyUrl: string,
  id: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Payment> {
  const path = `/api/checkout/${id}`;
  return readPayment(await callProxy(proxyUrl, path, { headers }, requestTimeoutMs, signal));
}

/** Sends again, after a pause and in another way, whatever did not come back from the proxy itself. */
async function resend(
  first: () => Promise<Payment>,
  again: () => Promise<Payment>,
): Promise<Payment> {
  let send = first;
  for (const delayMs of resendAfterMs) {
    const payment = await send().catch(unlessUnreachable);
    if (payment) return payment;
    await pause(delayMs);
    send = again;
  }
  return send();
}

function unlessUnreachable(error: unknown): undefined {
  const isUnreachable = error instanceof CheckoutError && error.code === 'proxy_unreachable';
  if (!isUnreachable) throw error;
}
