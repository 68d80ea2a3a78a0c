import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '@card-checkout/testing/during-test';
import { oneByOne, type ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import type { WebhookReceiver } from '@card-checkout/testing/webhook-receiver';
import { HeldRetries } from '../../testing/held-retries.ts';
import { startProxyWith, webhooks, type RunningProxy } from '../../testing/running-proxy.ts';

const merchantKey = 'x'.repeat(32);
const down: ScriptedAnswer = { status: 500, json: { error: 'down' } };
const limited: ScriptedAnswer = { status: 429 };
const wrongNumber: ScriptedAnswer = {
  status: 400,
  json: { errors: { 'card.number': ['inválido'] } },
};
const refusal: ScriptedAnswer = { status: 400, json: { error: 'Recusado' } };
const refused = { status: 'refused' };
const unclear = '<paid/>';

/** Starts a proxy whose service answers so, with a shop that is told each outcome. */
async function start(...answers: ScriptedAnswer[]) {
  const payment = await startReceiver();
  const env = { ...webhooks({ payment }), MERCHANT_KEY: merchantKey };
  return { payment, ...(await startProxyWith(oneByOne(...answers), env)) };
}

const toldTo = (payment: WebhookReceiver) => payment.messages().map(({ type }) => type);

async function statusOfOrder(proxy: RunningProxy) {
  const headers = { Authorization: `Bearer ${merchantKey}` };
  return (await proxy.call('/api/orders/order-1', { headers })).body['status'];
}

describe('a payment that may have been charged by an earlier try', () => {
  it.each<[string, ScriptedAnswer]>([
    ['a refusal', refusal],
    ['a wrong field', wrongNumber],
    ['a wrong token', { status: 403 }],
  ])('is in doubt after %s, until a postback refuses that try', async (_words, second) => {
    const { service, proxy, payment } = await start(down, second, refusal);
    const key = randomUUID();

    const paid = await proxy.pay({ key });
    const blocked = await proxy.pay();
    const orderBefore = await statusOfOrder(proxy);
    await expect.poll(() => toldTo(payment)).toEqual(['payment.unknown']);
    await proxy.postBack(service.received[0], refused);
    await proxy.postBack(service.received[1], refused);
    const after = await proxy.call(`/api/checkout/${key}`);
    const next = await proxy.pay();

    expect(paid.body).toMatchObject({ status: 'unknown', code: 'unavailable', retryable: false });
    expect(blocked.body['code']).toBe('order_in_progress');
    expect(orderBefore).toBe('unknown');
    expect(proxy.alarms()).toContain('outcome_unknown');
    expect(after.body).toMatchObject({ status: 'declined', retryable: true });
    await expect
      .poll(() => toldTo(payment).slice(0, 2))
      .toEqual(['payment.unknown', 'payment.declined']);
    expect(next.body['status']).toBe('declined');
  });

  it.each<[string, ScriptedAnswer]>([
    ['had a wrong field', wrongNumber],
    ['was limited', limited],
  ])('is in doubt although it %s, once an unclear postback comes', async (_words, answer) => {
    const { service, proxy, payment } = await start(answer, answer, answer, answer);
    const key = randomUUID();

    const before = await proxy.pay({ key });
    await expect.poll(() => toldTo(payment)).toEqual(['payment.failed']);
    await proxy.postBack(service.received[0], unclear);
    await expect.poll(() => toldTo(payment)).toHaveLength(2);
    const doubt = await proxy.call(`/api/checkout/${key}`);
    const blocked = await proxy.pay();
    await proxy.postBack(service.received[0], refused);
    const after = await proxy.call(`/api/checkout/${key}`);

    expect(before.body['retryable']).toBe(true);
    expect(doubt.body).toMatchObject({ status: 'unknown', code: 'unavailable', retryable: false });
    expect(doubt.body).not.toHaveProperty('fields');
    expect(blocked.body['code']).toBe('order_in_progress');
    expect(proxy.alarms()).toEqual(['outcome_unknown', 'unreadable_postback']);
    expect(after.body).toMatchObject({ status: 'declined', retryable: true });
    await expect
      .poll(() => toldTo(payment))
      .toEqual(['payment.failed', 'payment.unknown', 'payment.declined']);
  });

  it('holds back a retry of another payment of its order', async () => {
    const store = new HeldRetries();
    const script = oneByOne(wrongNumber, { status: 429 });
    const { service, proxy } = await startProxyWith(script, webhooks({}), { store });
    await proxy.pay();
    const waiting = proxy.pay();
    await expect.poll(() => proxy.logged('payment_moved').length).toBe(1);

    await proxy.postBack(service.received[0], unclear);
    store.release();

    expect((await waiting).body).toMatchObject({ status: 'failed', retryable: false, tries: 1 });
    expect(service.received).toHaveLength(2);
  });
});

describe('a payment that was declined', () => {
  it('may be tried again exactly while no other payment of its order is open', async () => {
    const { service, proxy } = await start(refusal, { status: 200, json: { status: 'pending' } });
    const key = randomUUID();
    const isRetryable = async () => (await proxy.call(`/api/checkout/${key}`)).body['retryable'];

    await proxy.pay({ key });
    const alone = await isRetryable();
    await proxy.pay({ headers: { Prefer: 'wait=0' } });
    const beside = await isRetryable();
    await expect.poll(() => service.received.length).toBe(2);
    await proxy.postBack(service.received[1], refused);

    expect([alone, beside]).toEqual([true, false]);
    await expect.poll(isRetryable).toBe(true);
  });
});

describe('a payment that was limited', () => {
  it('says when to come back', async () => {
    const { proxy } = await start(limited);

    const { status, headers } = await proxy.pay();

    expect([status, headers.get('retry-after')]).toEqual([429, '30']);
  });
});
