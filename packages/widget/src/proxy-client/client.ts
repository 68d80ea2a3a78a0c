import type { CheckoutRequest } from '@card-checkout/contract/checkout';
import { membersOf } from '@card-checkout/contract/json';
import { finalStatuses, type Payment, type PaymentProgress } from '@card-checkout/contract/payment';
import { baseUrl } from '../browser/base-url.ts';
import { growingMs } from '../browser/network.ts';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import { callProxy, isInputFields, readProblem } from './call.ts';

/** How long the proxy is asked to hold a request open (RFC 7240, `wait`). */
const waitSeconds = 25;
/** A request's time limit: the wait at the proxy, and the network. */
const requestTimeoutMs = (waitSeconds + 15) * 1000;
/** Pauses before the proxy is asked again; together long enough for it to restart. */
export const askAgainAfterMs = [0, 1, 2, 3, 4].map((failures) => growingMs(1_000, failures));

const prefer = { Prefer: `wait=${waitSeconds}` };

/**
 * Posts an attempt.
 * @throws CheckoutError `proxy_unreachable`, or the code of the proxy's refusal.
 */
export async function postCheckout(
  proxyUrl: string,
  body: CheckoutRequest,
  idempotencyKey: string,
): Promise<Payment> {
  const request = {
    method: 'POST',
    headers: headersOf(idempotencyKey),
    body: JSON.stringify(body),
  };
  return readPayment(await callProxy(addressOf(proxyUrl), request, requestTimeoutMs));
}

/**
 * Lets the browser ask for permission to post (CORS preflight) before there is something to post. Browsers
 * remember it by address and headers, whatever the method.
 */
export function expectPost(proxyUrl: string): void {
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const request = { method: 'HEAD', headers: headersOf(''), signal, credentials: 'omit' } as const;
  fetch(addressOf(proxyUrl), request).catch(() => undefined);
}

function headersOf(idempotencyKey: string) {
  return { ...prefer, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey };
}

/**
 * Asks how a payment stands; the proxy holds the request open until the payment moves on.
 * @throws CheckoutError `proxy_unreachable`, or the code of the proxy's refusal; the reason of
 * `signal` when that aborts.
 */
export async function getProgress(
  proxyUrl: string,
  id: string,
  signal: AbortSignal,
): Promise<PaymentProgress> {
  const url = addressOf(proxyUrl, id);
  return readPayment(await callProxy(url, { headers: prefer }, requestTimeoutMs, signal));
}

function addressOf(proxyUrl: string, id = ''): string {
  return `${baseUrl(proxyUrl)}/api/checkout/${id}`;
}

/**
 * Checks that an answer of the proxy is a `Payment`.
 * @throws CheckoutError the code of the proxy's problem, or `proxy_unreachable` if something else
 * answered.
 */
function readPayment(body: unknown): Payment {
  if (isPayment(body)) return body;
  throw readProblem(body);
}

const statuses = new Set<unknown>(['processing', ...finalStatuses]);

export function isPayment(body: unknown): body is Payment {
  const members = membersOf(body);
  const fields = members.get('fields');
  return (
    typeof members.get('id') === 'string' &&
    statuses.has(members.get('status')) &&
    (fields === undefined || isInputFields(fields))
  );
}

export function hasCode(error: unknown, ...codes: readonly CheckoutErrorCode[]): boolean {
  return error instanceof CheckoutError && codes.includes(error.code);
}
