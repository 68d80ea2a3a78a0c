import { OutcomeMessage } from '@card-checkout/contract';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '@card-checkout/testing/during-test';
import { webhookHeaders, webhookSecret } from '@card-checkout/testing/webhook-receiver';
import { startProxyWith, webhooks } from '../../testing/running-proxy.ts';
import { OrderAmountError, verifyWebhook } from './verify-webhook.ts';

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

describe('verifyWebhook', () => {
  it('returns the outcome of a payment, with headers and body of any kind', () => {
    const { headers, body } = signed(approved);

    const events = [
      verifyWebhook(headers, body, webhookSecret),
      verifyWebhook(new Headers(headers), Buffer.from(body), webhookSecret),
    ];

    expect(events).toEqual([approved, approved]);
    expect(OutcomeMessage.parse(events[0])).toEqual(approved);
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

  it('returns the alarm that a proxy has sent', async () => {
    const support = await startReceiver();
    const { proxy } = await startProxyWith(() => ({ status: 401 }), webhooks({ support }));
    await proxy.pay();
    await expect.poll(() => support.received).toHaveLength(1);
    const [{ headers, text } = { headers: {}, text: '' }] = support.received;

    const event = verifyWebhook(headers, text, webhookSecret);

    expect(event).toMatchObject({
      type: 'alarm.configuration',
      data: { statusBefore: 'processing' },
    });
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
