import { isObject, memberOf } from '@card-checkout/contract/json';
import {
  deciders,
  outcomeStatuses,
  type OutcomeMessage,
} from '@card-checkout/contract/shop-server';
import { Webhook } from 'standardwebhooks';

/** A forwarded postback, or an alarm with its code. */
export interface OperationsMessage {
  type: 'payment.postback' | `alarm.${string}`;
  /** ISO 8601 in UTC. */
  timestamp: string;
  data: Record<string, unknown>;
}

export type WebhookEvent = OutcomeMessage | OperationsMessage;

/**
 * Headers as any framework has them: an object with names in any case, a `Headers` of any
 * implementation, a `Map`, a list of pairs, or Node's `rawHeaders`.
 */
export type WebhookHeaders =
  Iterable<string | readonly [string, HeaderValue]> | Readonly<Record<string, HeaderValue>>;

type HeaderValue = string | readonly string[] | undefined;

export interface VerifyWebhookOptions {
  /**
   * What the order costs now, in centavos. An older token of the same order may have paid less: then
   * `verifyWebhook` throws an `OrderAmountError`, so that nobody ships.
   */
  orderAmount?: ((orderId: string) => number | undefined) | undefined;
}

/** The shop signed another amount for this payment than the order has now. */
export class OrderAmountError extends Error {
  override readonly name = 'OrderAmountError';
  readonly event: OutcomeMessage;

  constructor(event: OutcomeMessage, expected: number | undefined) {
    const { orderId, orderAmount } = event.data;
    super(
      `The order ${orderId} has the amount ${expected}, but ${orderAmount} was signed and paid`,
    );
    this.event = event;
  }
}

/**
 * Verifies a message of the proxy (Standard Webhooks) and returns it. `body` is the raw body and
 * `secret` the proxy's `WEBHOOK_SECRET`. Throws for a parsed body, a wrong signature, a signature older
 * than five minutes, and a message of an unknown kind: answer 400. The same `webhook-id` may come twice.
 *
 * @example
 * const { WEBHOOK_SECRET = '' } = process.env;
 * const event = verifyWebhook(request.headers, await request.text(), WEBHOOK_SECRET);
 * const isAsSigned = event.data.orderAmount === 12990 && !event.data.orderClosed;
 * if (event.type === 'payment.approved' && isAsSigned) ship(event.data.orderId);
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  { orderAmount: amountOf }: VerifyWebhookOptions = {},
): WebhookEvent {
  // 24 bytes are 32 characters. With a shorter key, anybody could guess it.
  if (!/^whsec_[A-Za-z\d+/]{32,}={0,2}$/.test(secret)) {
    throw new TypeError("verifyWebhook needs the proxy's WEBHOOK_SECRET: whsec_ and Base64");
  }
  const text = textOf(body);
  const message: unknown = new Webhook(secret).verify(text, signedHeadersIn(headers));
  if (isOfOperations(message)) return message;
  if (isOutcome(message)) {
    const { status, orderId, orderAmount } = message.data;
    const expected = status === 'approved' && amountOf ? amountOf(orderId) : orderAmount;
    if (expected !== orderAmount) throw new OrderAmountError(message, expected);
    return message;
  }
  throw new TypeError("The message is signed, but of a kind that this version doesn't know");
}

function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body)) return new TextDecoder().decode(body);
  throw new TypeError(
    "verifyWebhook needs the raw body, not a parsed one; for Express use express.raw({ type: '*/*' })",
  );
}

/** Returns the three headers that are signed, and leaves the missing ones to the check. */
function signedHeadersIn(headers: WebhookHeaders): Record<string, string> {
  const named = pairsOf(headers).map(
    ([name, value]) => [name.toLowerCase(), String(value ?? '')] as const,
  );
  return Object.fromEntries(
    named.filter(([name]) => /^webhook-(id|timestamp|signature)$/.test(name)),
  );
}

function pairsOf(headers: WebhookHeaders): (readonly [string, HeaderValue])[] {
  if (!isIterable(headers)) return Object.entries(headers);
  const items = [...headers];
  return items.flatMap((item, index): (readonly [string, HeaderValue])[] => {
    if (typeof item !== 'string') return [item];
    // In `rawHeaders`, names and values take turns.
    return index % 2 === 0 ? [[item, String(items[index + 1])]] : [];
  });
}

function isIterable(
  headers: WebhookHeaders,
): headers is Extract<WebhookHeaders, Iterable<unknown>> {
  return Symbol.iterator in headers;
}

const outcomeTypes: ReadonlySet<unknown> = new Set(
  outcomeStatuses.map((status) => `payment.${status}`),
);

function isOutcome(message: unknown): message is OutcomeMessage {
  const data = memberOf(message, 'data');
  const textNames = ['paymentId', 'orderId', 'currency'];
  return (
    outcomeTypes.has(memberOf(message, 'type')) &&
    memberOf(message, 'type') === `payment.${String(memberOf(data, 'status'))}` &&
    typeof memberOf(message, 'timestamp') === 'string' &&
    textNames.every((name) => typeof memberOf(data, name) === 'string') &&
    ['amount', 'orderAmount', 'installments'].every((name) =>
      Number.isSafeInteger(memberOf(data, name)),
    ) &&
    deciders.some((each) => each === memberOf(data, 'decidedBy'))
  );
}

function isOfOperations(message: unknown): message is OperationsMessage {
  const type = memberOf(message, 'type');
  return (
    typeof type === 'string' &&
    (type === 'payment.postback' || type.startsWith('alarm.')) &&
    typeof memberOf(message, 'timestamp') === 'string' &&
    isObject(memberOf(message, 'data'))
  );
}
