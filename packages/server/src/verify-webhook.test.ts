import { OutcomeMessage } from '@card-checkout/contract';
import { Headers as UndiciHeaders } from 'undici';
import { describe, expect, it } from 'vitest';
import { webhookHeaders, webhookSecret } from '@card-checkout/testing/webhook-receiver';
import { OrderAmountError, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';

const approved = {
  type: 'payment.approved',
  timestamp: '2026-11-22T12:00:00.000Z',
  data: {
    paymentId: '0b9e7f6c-30a0-4bd2-9c64-2a34e1a3f9c1',
    orderId: 'pedido-1042 ção',
    status: 'approved',
    amount: 12_990,
    orderAmount: 12_990,
    currency: 'BRL',
    installments: 1,
    card: { brand: 'visa', last4: '2701', kind: 'credit' },
    transactionId: 'tx_1',
    decidedBy: 'answer',
  },
} as const;

/** Signs a message as the proxy does. */
function signed(message: unknown, at?: Date, secret?: string) {
  const body = JSON.stringify(message);
  return { body, headers: webhookHeaders(body, at, secret) };
}

const upperCase = (name: string): string => name.toUpperCase();

/** Returns an object with other names and values. */
function mapped<Value>(
  headers: Record<string, string>,
  nameOf: (name: string) => string,
  valueOf: (value: string) => Value,
): Record<string, Value> {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [nameOf(name), valueOf(value)]));
}

describe('verifyWebhook', () => {
  it('returns the outcome of a payment, from a body of text or bytes', () => {
    const { headers, body } = signed(approved);

    const event = verifyWebhook(headers, body, webhookSecret);

    expect(event).toEqual(approved);
    expect(OutcomeMessage.parse(event)).toEqual(approved);
    expect(verifyWebhook(headers, Buffer.from(body), webhookSecret)).toEqual(approved);
  });

  it.each<[string, (headers: Record<string, string>) => WebhookHeaders]>([
    ['an object in lower case', (headers) => headers],
    ['an object in any case', (headers) => mapped(headers, upperCase, String)],
    ['an object of lists', (headers) => mapped(headers, String, (value) => [value])],
    ['Headers', (headers) => new Headers(headers)],
    ['Headers of another library', (headers) => new UndiciHeaders(headers)],
    ['a Map', (headers) => new Map(Object.entries(headers))],
    ['a list of pairs', (headers) => Object.entries(headers)],
    ["Node's rawHeaders", (headers) => Object.entries(headers).flat()],
  ])('takes headers as %s', (_kind, kindOf) => {
    const { headers, body } = signed(approved);
    const all = kindOf({ Host: 'shop.example', ...headers, 'X-Other': 'é' });

    expect(verifyWebhook(all, body, webhookSecret)).toEqual(approved);
  });

  it('refuses a payment of another amount than the order has now', () => {
    const { headers, body } = signed(approved);
    const verify = (amount?: number) => () =>
      verifyWebhook(headers, body, webhookSecret, { orderAmount: () => amount });

    expect(verify(12_990)()).toEqual(approved);
    expect(verify(500_000)).toThrow(
      'The order pedido-1042 ção has the amount 500000, but 12990 was signed and paid',
    );
    expect(verify()).toThrow(OrderAmountError);
  });

  it.each([
    ['another secret', signed(approved, undefined, `whsec_${btoa('x'.repeat(24))}`)],
    ['another body', { ...signed(approved), body: JSON.stringify({ ...approved, data: {} }) }],
    ['an old signature', signed(approved, new Date(Date.now() - 301_000))],
    ['no headers', { ...signed(approved), headers: {} }],
  ])('refuses %s', (_name, { headers, body }) => {
    expect(() => verifyWebhook(headers, body, webhookSecret)).toThrow();
  });

  it.each(['', 'x'.repeat(32), 'whsec_', 'whsec_ä', `whsec_${btoa('x'.repeat(23))}`])(
    'names its secret instead of %j',
    (secret) => {
      const { headers, body } = signed(approved);

      const verify = () => verifyWebhook(headers, body, secret);

      expect(verify).toThrow("verifyWebhook needs the proxy's WEBHOOK_SECRET: whsec_ and Base64");
    },
  );

  it.each([[approved], [undefined], [{}]])('asks for the raw body instead of %j', (parsed) => {
    const { headers } = signed(approved);
    // A framework's body has any type.
    const body = JSON.parse(JSON.stringify({ parsed })).parsed;

    const verify = () => verifyWebhook(headers, body, webhookSecret);

    expect(verify).toThrow(/the raw body.+express\.raw\({ type: '\*\/\*' }\)/);
  });

  it.each([
    ['of an unknown type', { ...approved, type: 'payment.refunded' }],
    ['whose type and status differ', { ...approved, type: 'payment.failed' }],
    ['without an amount', { ...approved, data: { ...approved.data, amount: undefined } }],
    ['that is a list', [approved]],
  ])('refuses a signed message %s', (_name, message) => {
    const { headers, body } = signed(message);

    expect(() => verifyWebhook(headers, body, webhookSecret)).toThrow(/of a kind/);
    expect(OutcomeMessage.safeParse(message).success).toBe(false);
  });
});
