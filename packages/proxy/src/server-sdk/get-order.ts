import { isObject, memberOf } from '@card-checkout/contract/json';
import type { OrderState } from '@card-checkout/contract/shop-server';

export interface GetOrderOptions {
  /** The proxy's address, e.g. `https://pay.shop.example`. */
  proxyUrl: string;
  /** The proxy's `MERCHANT_KEY`. */
  merchantKey: string;
  /** How long to wait while the order is processing, 0 to 30 s; 0 by default. */
  waitSeconds?: number;
  /** What the order costs now, in centavos. With another one signed, it isn't `paid`. */
  orderAmount?: number;
  signal?: AbortSignal;
}

/** An order, and whether to ship it. */
export interface FoundOrder extends OrderState {
  /** Whether it's approved, for the `orderAmount` that was asked for, if any. */
  paid: boolean;
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

/** How long the proxy may take after the wait. */
const answerTimeoutMs = 10_000;

/**
 * Asks the proxy for an order and its payments. Returns `undefined` for an order that nobody tried to
 * pay. Throws an `OrderLookupError` for any other answer and for none, a `TypeError` for a missing
 * argument, and the reason of `signal` when that aborts.
 *
 * @example
 * const { MERCHANT_KEY: merchantKey = '' } = process.env;
 * const proxy = { proxyUrl: 'https://pay.shop.example', merchantKey };
 * const order = await getOrder('order-1042', { ...proxy, orderAmount: 12990 });
 * if (order?.paid) ship(order.orderId);
 */
export async function getOrder(
  orderId: string,
  { proxyUrl, merchantKey, waitSeconds = 0, orderAmount, signal }: GetOrderOptions,
): Promise<FoundOrder | undefined> {
  refuseMissing(orderId, 'orderId', "the order's id, such as order-1042");
  refuseMissing(merchantKey, 'merchantKey', "the proxy's MERCHANT_KEY");
  const isAddress = /^https?:/.test(proxyUrl) && URL.canParse(proxyUrl);
  refuseMissing(isAddress, 'proxyUrl', "the proxy's address, such as https://pay.shop.example");
  const timeout = AbortSignal.timeout(waitSeconds * 1000 + answerTimeoutMs);
  const url = `${proxyUrl.replace(/\/+$/, '')}/api/orders/${encodeURIComponent(orderId)}`;
  const asked = fetch(url, {
    headers: { Authorization: `Bearer ${merchantKey}`, Prefer: `wait=${waitSeconds}` },
    // A redirect could carry the key to another host.
    redirect: 'error',
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
  });
  const response = await asked.catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new OrderLookupError(
      `No answer from ${url}: is proxyUrl right, and does the proxy run?`,
      {
        cause,
      },
    );
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && isOrderState(body)) {
    if (body.orderId !== orderId) {
      const problem = `The proxy was asked for ${body.orderId}: a server in front changes addresses`;
      throw new OrderLookupError(problem, { status: response.status });
    }
    const isAsSigned = orderAmount === undefined || orderAmount === body.orderAmount;
    return { ...body, paid: body.status === 'approved' && isAsSigned };
  }
  if (response.status === 404 && memberOf(body, 'code') === 'order_not_found') return undefined;
  const { status } = response;
  const reason = memberOf(body, 'detail') ?? memberOf(body, 'title');
  const why = typeof reason === 'string' ? `: ${reason}` : '';
  throw new OrderLookupError(`The proxy answered ${status}${why}`, { status });
}

/** Refuses an argument that JavaScript or an unset variable left out. */
function refuseMissing(value: string | boolean, name: string, meaning: string): void {
  if (!value) throw new TypeError(`getOrder needs ${name}: ${meaning}`);
}

function isOrderState(value: unknown): value is OrderState {
  const payments = memberOf(value, 'payments');
  return (
    typeof memberOf(value, 'orderId') === 'string' &&
    typeof memberOf(value, 'status') === 'string' &&
    Array.isArray(payments) &&
    payments.every(isObject)
  );
}
