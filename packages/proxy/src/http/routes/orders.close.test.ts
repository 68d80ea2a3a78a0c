import { closeOrder, getOrder, listOrders } from '@card-checkout/server';
import { shop, signedOrder } from '@card-checkout/testing/checkout-request';
import { startReceiver } from '@card-checkout/testing/during-test';
import {
  oneByOne,
  type ScriptedAnswer,
  type ScriptedServer,
} from '@card-checkout/testing/scripted-server';
import { describe, expect, it } from 'vitest';
import {
  breakStore,
  retrying,
  startProxyWith,
  webhooks,
  type RunningProxy,
} from '../../../testing/running-proxy.ts';

const merchantKey = 'a-key'.padEnd(32, '-');
const settings = { ...retrying, MERCHANT_KEY: merchantKey };
const refusal = { status: 402, json: { status: 'refused' } };

async function start(script?: ScriptedServer['script'], more = {}) {
  const { proxy, service } = await startProxyWith(script, { ...settings, ...more });
  return { proxy, service, access: { proxyUrl: proxy.url, merchantKey } };
}

async function post(proxy: RunningProxy, path: string, headers = {}) {
  const all = { Authorization: `Bearer ${merchantKey}`, ...headers };
  return proxy.call(path, { method: 'POST', headers: all });
}

describe('POST /api/orders/{orderId}/close', () => {
  it.each(['order-1', 'pedido/7 #1?', 'a/close'])(
    'closes the order %s that nobody tried to pay, and no token of it pays',
    async (sub) => {
      const { proxy, service, access } = await start();

      const closing = await closeOrder(sub, access);
      const iat = Math.floor(Date.now() / 1000) + 60;
      const paid = await proxy.pay({ order: { sub, iat } });
      const asked = await proxy.call('/api/order', {
        headers: { Origin: shop, 'Checkout-Order': signedOrder({ sub, amount: 12_990 }) },
      });

      const order = { orderId: sub, status: 'closed', closedAt: expect.any(String), payments: [] };
      expect(closing).toEqual({ closed: true, order });
      for (const { status, body } of [paid, asked]) {
        expect([status, body['code']]).toEqual([409, 'order_closed']);
      }
      expect(service.received).toEqual([]);
      expect(await getOrder(sub, access)).toEqual({ ...order, paid: false });
    },
  );

  it('closes an order whose payments were declined, once and for good', async () => {
    const { proxy, access } = await start(() => refusal);
    const declined = await proxy.pay();
    const before = declined.body['retryable'];

    const [first, again] = [
      await closeOrder('order-1', access),
      await closeOrder('order-1', access),
    ];

    const shown = await proxy.pay({ key: String(declined.body['id']) });
    expect([before, shown.body['retryable']]).toEqual([true, false]);
    expect(first).toMatchObject({ closed: true, order: { status: 'closed' } });
    expect(again).toEqual(first);
    expect((await proxy.pay()).body['code']).toBe('order_closed');
    const listed: unknown[] = [];
    for await (const order of listOrders({ ...access, status: 'closed' })) listed.push(order);
    expect(listed).toMatchObject([{ orderId: 'order-1', payments: [{ status: 'declined' }] }]);
  });

  it.each<[string, ScriptedAnswer, string]>([
    ['is approved', { status: 201, json: { id: 'pay_1' } }, 'order_already_paid'],
    ['is pending', { status: 200, json: { status: 'pending' } }, 'order_in_progress'],
    ['may have been charged', 'reset', 'order_in_progress'],
  ])('refuses while a payment %s, and names it', async (_how, answer, code) => {
    const { proxy, access } = await start(() => answer);
    const { body } = await proxy.pay({ headers: { Prefer: 'wait=1' } });

    const closing = await closeOrder('order-1', access);

    expect(closing).toEqual({ closed: false, code, paymentId: body['id'] });
    expect(await getOrder('order-1', access)).not.toHaveProperty('closedAt');
  });

  it('alarms support of a charge that is proved later, and tells the shop not to ship', async () => {
    const shopServer = await startReceiver();
    const hooks = webhooks({ payment: shopServer });
    const { proxy, service, access } = await start(oneByOne(refusal), hooks);
    await proxy.pay();
    await closeOrder('order-1', access);

    await proxy.postBack(service.received[0], { status: 'paid' });

    expect(proxy.alarms()).toEqual(['closed_order_charged']);
    const order = await getOrder('order-1', access);
    expect(order).toMatchObject({ status: 'approved', closedAt: expect.any(String), paid: false });
    await expect
      .poll(() => shopServer.received.map(({ text }) => JSON.parse(text)))
      .toContainEqual(
        expect.objectContaining({
          type: 'payment.approved',
          data: expect.objectContaining({ orderClosed: true }),
        }),
      );
  });

  it.each([
    ['/api/orders/order-1', 404, 'not_found'],
    ['/api/orders/4111111111111111/close', 400, 'bad_request'],
    [`/api/orders/${'x'.repeat(129)}/close`, 400, 'bad_request'],
    ['/api/orders/a%2F..%2Fb/close', 400, 'bad_request'],
  ])('refuses %s', async (path, status, code) => {
    const { proxy } = await start();

    const answer = await post(proxy, path);

    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  it('refuses pages, and callers without the key', async () => {
    const { proxy } = await start();

    const fromPage = await post(proxy, '/api/orders/order-1/close', { Origin: shop });
    const stranger = await post(proxy, '/api/orders/order-1/close', { Authorization: 'Bearer x' });

    expect([fromPage.status, stranger.status]).toEqual([403, 401]);
    expect((await proxy.pay()).status).toBe(200);
  });

  it("says so when the store can't write", async () => {
    const { proxy } = await start();
    breakStore('closeOrder');

    const { status, body } = await post(proxy, '/api/orders/order-1/close');

    expect([status, body['code']]).toEqual([503, 'overloaded']);
  });
});
