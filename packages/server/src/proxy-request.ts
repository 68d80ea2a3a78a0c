import { isObject, memberOf } from '@card-checkout/contract/json';
import type { OrderState } from '@card-checkout/contract/shop-server';

/** How to reach the proxy, as its only client with the merchant's key. */
export interface ProxyAccess {
  /** The proxy's address, e.g. `https://pay.shop.example`. */
  proxyUrl: string;
  /** The proxy's `MERCHANT_KEY`. */
  merchantKey: string;
  signal?: AbortSignal;
}

/**
 * The proxy didn't answer with an order.
 *
 * @example
 * const order = await getOrder('order-1042', proxy).catch((error: unknown) => {
 *   if (error instanceof OrderLookupError && error.status === 401) log('the merchant key is wrong');
 *   throw error;
 * });
 */
export class OrderLookupError extends Error {
  override readonly name = 'OrderLookupError';
  /** The HTTP status; 401 for a wrong key, undefined without an answer. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown }) {
    super(message, { cause });
    this.status = status;
  }
}

/** An answer of the proxy; `body` is undefined unless it's JSON. */
export interface ProxyAnswer {
  status: number;
  body: unknown;
}

/** How long the proxy may take after the wait. */
const answerTimeoutMs = 10_000;

/**
 * Sends a request with the merchant's key. Throws an `OrderLookupError` without an answer, a
 * `TypeError` for a missing argument, and the reason of `signal` when that aborts.
 */
export async function askProxy(
  path: string,
  { proxyUrl, merchantKey, signal }: ProxyAccess,
  { method = 'GET', waitSeconds = 0 }: { method?: 'GET' | 'POST'; waitSeconds?: number } = {},
): Promise<ProxyAnswer> {
  refuseMissing(merchantKey, 'merchantKey', "the proxy's MERCHANT_KEY");
  const isAddress = /^https?:/.test(proxyUrl) && URL.canParse(proxyUrl);
  refuseMissing(isAddress, 'proxyUrl', "the proxy's address, such as https://pay.shop.example");
  const timeout = AbortSignal.timeout(waitSeconds * 1000 + answerTimeoutMs);
  const url = `${proxyUrl.replace(/\/+$/, '')}${path}`;
  const asked = fetch(url, {
    method,
    headers: { Authorization: `Bearer ${merchantKey}`, Prefer: `wait=${waitSeconds}` },
    // A redirect could carry the key to another host.
    redirect: 'error',
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
  });
  const response = await asked.catch((cause: unknown) => {
    signal?.throwIfAborted();
    const problem = `No answer from ${url}: is proxyUrl right, and does the proxy run?`;
    throw new OrderLookupError(problem, { cause });
  });
  const body: unknown = await response.json().catch(() => undefined);
  return { status: response.status, body };
}

/** Refuses an argument that JavaScript or an unset variable left out. */
function refuseMissing(value: string | boolean, name: string, meaning: string): void {
  if (!value) throw new TypeError(`${name} must be ${meaning}`);
}

export function pathOf(orderId: string): string {
  refuseMissing(orderId, 'orderId', "the order's id, such as order-1042");
  return `/api/orders/${encodeURIComponent(orderId)}`;
}

/** Returns the order that was asked for, or throws an `OrderLookupError` that says what came instead. */
export function orderIn(answer: ProxyAnswer, orderId: string): OrderState {
  const { status, body } = answer;
  if (status !== 200 || !isOrderState(body)) throw unexpected(answer);
  if (body.orderId === orderId) return body;
  const problem = `The proxy was asked for ${body.orderId}: a server in front changes addresses`;
  throw new OrderLookupError(problem, { status });
}

export function unexpected({ status, body }: ProxyAnswer): OrderLookupError {
  const reason = memberOf(body, 'detail') ?? memberOf(body, 'title');
  const why = typeof reason === 'string' ? `: ${reason}` : '';
  return new OrderLookupError(`The proxy answered ${status}${why}`, { status });
}

export function isOrderState(value: unknown): value is OrderState {
  const payments = memberOf(value, 'payments');
  return (
    typeof memberOf(value, 'orderId') === 'string' &&
    typeof memberOf(value, 'status') === 'string' &&
    Array.isArray(payments) &&
    payments.every(isObject)
  );
}
