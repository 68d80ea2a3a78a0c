import type { CheckoutRequest } from '@card-checkout/contract/checkout';
import type { Payment } from '@card-checkout/contract/payment';
import { pause, startDeadline, type Deadline } from '../browser/deadline.ts';
import { lateFile } from '../browser/late-file.ts';
import { untilOnline } from '../browser/until-online.ts';
import { trustedScriptUrl } from '../browser/trusted-script.ts';
import { CheckoutError } from '../errors.ts';

import { membersOf } from '@card-checkout/contract/json';
import { callProxy } from './call.ts';
import { readPayment } from './wire.ts';

/** Seconds for which the proxy is asked to hold a request open (RFC 7240, `wait`). */
const waitSeconds = 25;
/** Time limit of a request: the wait at the proxy, and the network. */
const requestTimeoutMs = (waitSeconds + 15) * 1000;
/**
 * Pauses before a request that may not have arrived is sent again; together long enough for a proxy to
 * restart.
 */
const resendAfterMs = [1_000, 2_000, 4_000, 8_000] as const;
/** How long the buyer waits for a payment that is `processing`. */
const processingTimeoutMs = 180_000;
const pollPauseMs = 1_000;
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

/**
 * Submits an attempt to the proxy, with a proof of work if the proxy asks for one. If a request may
 * have been lost, looks for the payment first, then repeats the request with the same key; the proxy
 * joins it to the running attempt, so it never pays twice.
 * @throws CheckoutError `proxy_unreachable`, or the code of the proxy's refusal; the reason of
 * `signal` when that aborts during a proof of work.
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
    const { proveWork } = await loadProofOfWork(signal);
    const context = { send: post, trustedUrl: trustedScriptUrl };
    return readPayment(await proveWork(answer, context, signal));
  };
  // The earlier request may have arrived although its answer did not.
  const askOrSend = async (): Promise<Payment> => {
    await untilOnline();
    return (await findPayment(proxyUrl, idempotencyKey)) ?? send();
  };
  return resend(send, askOrSend);
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
    if (error instanceof CheckoutError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Polls a payment that is `processing`, for three minutes at most; returns it as it stands then. */
export async function followPayment(proxyUrl: string, payment: Payment): Promise<Payment> {
  const limit = startDeadline(processingTimeoutMs, undefined, tooLate);
  return follow(proxyUrl, payment, { isOpen: isProcessing, pauseMs: pollPauseMs, limit });
}

/**
 * Polls a payment whose outcome is not known, for fifteen minutes or until `signal` aborts; returns
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

async function follow(
  proxyUrl: string,
  payment: Payment,
  { isOpen, pauseMs, limit }: Polling,
): Promise<Payment> {
  let latest = payment;
  try {
    while (isOpen(latest)) {
      await pause(pauseMs, limit.signal);
      const asked = getPayment(proxyUrl, payment.id, prefer, limit.signal);
      latest = (await asked.catch(unlessUnreachable)) ?? latest;
    }
  } catch {
    // The payment is still unresolved, as last known.
  } finally {
    limit.clear();
  }
  return latest;
}

function isProcessing({ status }: Payment): boolean {
  return status === 'processing';
}

function isUnresolved({ status }: Payment): boolean {
  return status === 'processing' || status === 'unknown';
}

function tooLate(): string {
  return 'too late';
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

/** Repeats a request, by `again`, until the proxy itself has answered. */
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
