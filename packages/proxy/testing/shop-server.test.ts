/** The shop's server package against this proxy. */
import { installmentPlans, signOrder, verifyWebhook } from '@card-checkout/server';
import { orderSecret, signedOrder } from '@card-checkout/testing/checkout-request';
import { startReceiver } from '@card-checkout/testing/during-test';
import { webhookSecret } from '@card-checkout/testing/webhook-receiver';
import { assert, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { readOrder } from '../src/order/order-token.ts';
import { verifyOrder } from '../src/order/verify-order.ts';
import { Secret } from '../src/sensitive/secret.ts';
import { startProxyWith, webhooks } from './running-proxy.ts';

const rules = { orderSecret: new Secret(orderSecret), reservedMembers: new Set<string>() };

it('the proxy reads what signOrder signs', async () => {
  const payer = { name: 'Maria' };
  const fields = { description: 'Shoes' };
  const claims = { sub: 'o-1', amount: 12_990, installments: { max: 6 }, payer, fields };

  const token = await signOrder({ ...claims, aud: 'card-checkout' }, orderSecret);

  expect(readOrder(token, rules)).toEqual({
    id: 'o-1',
    amountCentavos: 12_990,
    signedAt: expect.any(Number),
    maxInstallments: 6,
    payer,
    fields,
    expiresAtMs: expect.any(Number),
  });
});

it('the proxy takes the plans of installmentPlans, and finds no contradiction in them', () => {
  const anyTerms = record({
    amount: integer({ min: 1, max: 10_000_000 }),
    // The plans have to fit into a token.
    max: integer({ min: 1, max: 48 }),
    interestFree: integer({ min: 1, max: 12 }),
    monthlyRate: integer({ min: 0, max: 1500 }).map((basisPoints) => basisPoints / 100),
    minInstallment: integer({ min: 1, max: 1000 }),
  });
  const now = new Date(1_500_000);

  assert(
    property(anyTerms, (given) => {
      const { amount } = given;
      const installments = installmentPlans(given);
      const token = signedOrder({ sub: 'o', amount, installments, iat: 1000, exp: 2800 });
      expect(verifyOrder(token, rules, now)).toMatchObject({ faults: [], warnings: [] });
    }),
  );
});

it('verifyWebhook returns the alarm that the proxy sends', async () => {
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
