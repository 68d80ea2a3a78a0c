import { randomUUID } from 'node:crypto';
import { OrderList, OrderState } from '@card-checkout/contract';
import { describe, expect, it } from 'vitest';
import { asking, shop } from '@card-checkout/testing/checkout-request';
import { startReceiver } from '@card-checkout/testing/during-test';
import { oneByOne, type ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { getOrder } from '@card-checkout/server';
import { installmentPlans } from '@card-checkout/server';
import {
  breakStore,
  retrying,
  startProxyWith,
  stoppedClock,
  webhooks,
  type RunningProxy,
} from '../../../testing/running-proxy.ts';

const key = 'a-key'.padEnd(32, '-');
const older = 'an-older-key'.padEnd(40, '+');
const settings = { ...retrying, MERCHANT_KEY: `${key}\n${older}` };
const authorized = { headers: { Authorization: `Bearer ${key}` } };

/** Asks as the shop's server does. */
async function ask(proxy: RunningProxy, path: string, headers: Record<string, string> = {}) {
  return proxy.call(path, { headers: { ...authorized.headers, ...headers } });
}

describe('GET /api/orders/{orderId}', () => {
  it.each<[status: string, answer: ScriptedAnswer, wait: number]>([
    ['approved', { status: 201, json: { id: 'pay_1' } }, 25],
    ['unpaid', { status: 402 }, 25],
    ['processing', { status: 200, json: { status: 'pending' } }, 0],
    ['unknown', 'reset', 25],
  ])('tells that an order is %s', async (status, answer, wait) => {
    const { proxy } = await startProxyWith(() => answer, settings);
    const { body: payment } = await proxy.pay({ headers: { Prefer: `wait=${wait}` } });

    const { status: httpStatus, body, headers } = await ask(proxy, '/api/orders/order-1');

    const decisive =
      status === 'unpaid' ? {} : { paymentId: payment['id'], amount: 12_990, orderAmount: 12_990 };
    expect(httpStatus).toBe(200);
    expect(OrderState.parse(body)).toEqual({
      orderId: 'order-1',
      status,
      ...decisive,
      payments: [expect.objectContaining({ id: payment['id'], amount: 12_990 })],
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('tells of the approved payment among the others', async () => {
    const script = oneByOne({ status: 402 }, { status: 201 });
    const { proxy } = await startProxyWith(script, settings);
    const [refused, approved] = [await proxy.pay(), await proxy.pay()];

    const { body } = await ask(proxy, '/api/orders/order-1');

    expect(body).toMatchObject({ status: 'approved', paymentId: approved.body['id'] });
    expect(body['payments']).toEqual([
      { ...refused.body, retryable: false, orderAmount: 12_990 },
      { ...approved.body, orderAmount: 12_990 },
    ]);
  });

  it('tells what was signed, when an older token of the order paid less', async () => {
    const { proxy } = await startProxyWith(undefined, settings);
    await proxy.pay({ order: { amount: 1000 } });

    const asked = { proxyUrl: proxy.url, merchantKey: key };
    const found = await getOrder('order-1', { ...asked, orderAmount: 500_000 });
    const known = await getOrder('order-1', { ...asked, orderAmount: 1000 });

    expect(found).toMatchObject({ status: 'approved', orderAmount: 1000, paid: false });
    expect(known?.paid).toBe(true);
  });

  it('gives the shop’s metadata back, in the webhook and lists, too, and never to the browser', async () => {
    const payment = await startReceiver();
    const { proxy } = await startProxyWith(undefined, { ...settings, ...webhooks({ payment }) });
    const metadata = { cart: 'cart-7', items: [1, null], empty: {} };
    const order = { metadata };
    const paid = await proxy.pay({ order });
    await expect.poll(() => payment.received).toHaveLength(1);

    const { body } = await ask(proxy, '/api/orders/order-1');
    const list = await ask(proxy, '/api/orders');
    const seen = await proxy.call('/api/order', asking({ order }));

    expect(body).toMatchObject({ metadata, payments: [{ metadata }] });
    expect(list.body).toMatchObject({ orders: [{ metadata }] });
    expect(JSON.parse(payment.received[0]?.text ?? '')).toMatchObject({ data: { metadata } });
    expect(JSON.stringify([paid.body, seen.body])).not.toContain('cart-7');
  });

  it('tells the order’s amount beside what a plan charges', async () => {
    const { proxy } = await startProxyWith(undefined, settings);
    const terms = { amount: 12_990, max: 2, interestFree: 1, monthlyRate: 5, minInstallment: 1 };
    const installments = installmentPlans(terms);
    await proxy.pay({ order: { installments }, body: { installments: 2 } });

    const { body } = await ask(proxy, '/api/orders/order-1');

    const total = installments.plans?.[1]?.total;
    expect(body).toMatchObject({ amount: total, orderAmount: 12_990 });
    expect(total).toBeGreaterThan(12_990);
  });

  it('waits while the order is processing', async () => {
    const pending = { status: 200, json: { status: 'pending' } };
    const { service, proxy } = await startProxyWith(() => pending, settings);
    await proxy.pay({ headers: { Prefer: 'wait=0' } });
    await expect.poll(() => service.received.length).toBe(1);

    const asked = getOrder('order-1', { proxyUrl: proxy.url, merchantKey: key, waitSeconds: 30 });
    await proxy.postBack(service.received[0], { status: 'paid' });

    expect(await asked).toMatchObject({ status: 'approved' });
  });

  it.each(['pedido/7 #1?', 'ç'.repeat(128), 'a\u0000b', 'x'.repeat(129)])(
    "doesn't know the order %j, which nobody tried to pay",
    async (orderId) => {
      const { proxy } = await startProxyWith(undefined, settings);

      const { status, body } = await ask(proxy, `/api/orders/${encodeURIComponent(orderId)}`);

      expect([status, body['code']]).toEqual([404, 'order_not_found']);
    },
  );

  it.each(['pedido/7 #1?', 'ç'.repeat(128)])('finds the order %s', async (sub) => {
    const { proxy } = await startProxyWith(undefined, settings);
    await proxy.pay({ order: { sub } });

    const order = await getOrder(sub, { proxyUrl: proxy.url, merchantKey: older });

    expect(order).toMatchObject({ orderId: sub, status: 'approved' });
  });

  it("says so when the store can't be read", async () => {
    const { proxy } = await startProxyWith(undefined, settings);
    breakStore('findOrder');

    const { status, body } = await ask(proxy, '/api/orders/order-1');

    expect([status, body['code']]).toEqual([503, 'overloaded']);
  });
});

describe.each(['/api/orders', '/api/orders/order-1'])('%s', (path) => {
  it.each([
    ['no key', {}],
    ['another key', { Authorization: `Bearer ${key}x` }],
    ['both keys at once', { Authorization: `Bearer ${key} ${older}` }],
    ['an empty key', { Authorization: 'Bearer ' }],
    ['another scheme', { Authorization: `Basic ${key}` }],
  ])('refuses %s', async (_, headers) => {
    const { proxy } = await startProxyWith(undefined, settings);

    const { status, body } = await proxy.call(path, { headers });

    expect([status, body['code']]).toEqual([401, 'merchant_key_invalid']);
  });

  it('refuses pages, also those of the shop, and lets no page read it', async () => {
    const { proxy } = await startProxyWith(undefined, settings);

    const answer = await ask(proxy, path, { Origin: shop });
    const headers = { Origin: shop, 'Access-Control-Request-Method': 'GET' };
    const preflight = await proxy.call(path, { method: 'OPTIONS', headers });

    expect([answer.status, answer.body['code']]).toEqual([403, 'origin_not_allowed']);
    expect(preflight.status).toBe(404);
    for (const given of [answer, preflight]) {
      expect(given.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('says that MERCHANT_KEY is missing', async () => {
    const { proxy } = await startProxyWith();

    const { status, body } = await ask(proxy, path);

    expect([status, body['code']]).toEqual([404, 'not_found']);
    expect(body['detail']).toMatch(/^MERCHANT_KEY isn't set/);
  });
});

describe('GET /api/orders', () => {
  it('lists orders page by page, oldest change first, and each once', async () => {
    const clock = stoppedClock();
    const script = oneByOne({ status: 402 }, { status: 201 });
    const { proxy } = await startProxyWith(script, settings, clock);
    for (const sub of ['a', 'b', 'c', 'a']) {
      await proxy.pay({ order: { sub, exp: 4_000_000_000 } });
      clock.advance(1000);
    }

    const first = OrderList.parse((await ask(proxy, '/api/orders?limit=2')).body);
    const cursor = `limit=2&cursor=${first.next}`;
    const second = OrderList.parse((await ask(proxy, `/api/orders?${cursor}`)).body);

    expect(first.orders.map(({ orderId }) => orderId)).toEqual(['b', 'c']);
    expect(second).toMatchObject({ orders: [{ orderId: 'a', status: 'approved' }] });
    expect(second.orders[0]?.payments).toHaveLength(2);
    expect(second.next).toBeUndefined();
  });

  it('lists what changed since a time, of one status', async () => {
    const clock = stoppedClock();
    const script = oneByOne({ status: 201 }, { status: 402 }, { status: 201 });
    const { proxy } = await startProxyWith(script, settings, clock);
    await proxy.pay({ order: { sub: 'a', exp: 4_000_000_000 } });
    clock.advance(60_000);
    const since = encodeURIComponent(clock.now().toISOString().replace('Z', '+00:00'));
    for (const sub of ['b', 'c']) await proxy.pay({ order: { sub, exp: 4_000_000_000 } });

    const { body } = await ask(proxy, `/api/orders?since=${since}&status=approved`);

    expect(body).toMatchObject({ orders: [{ orderId: 'c', status: 'approved' }] });
    expect(body['orders']).toHaveLength(1);
  });

  it('is limited by itself: buyers and other routes still get answers', async () => {
    const { proxy } = await startProxyWith(undefined, settings);

    const asked = Array.from({ length: 601 }, async () => proxy.call('/api/orders'));
    const last = (await Promise.all(asked)).filter(({ status }) => status === 429);

    expect(last).toMatchObject([{ body: { code: 'too_many_requests' } }]);
    expect((await proxy.pay()).status).toBe(200);
  });

  it('is empty before the first payment', async () => {
    const { proxy } = await startProxyWith(undefined, settings);

    expect((await ask(proxy, '/api/orders')).body).toEqual({ orders: [] });
  });

  it.each([
    ['since', 'since=yesterday'],
    ['status', 'status=declined'],
    ['limit', 'limit=101'],
    ['limit', 'limit=0'],
    ['cursor', `cursor=${randomUUID()}`],
    ['query', 'page=2'],
  ])('says that %s is wrong: %s', async (name, query) => {
    const { proxy } = await startProxyWith(undefined, settings);

    const { status, body } = await ask(proxy, `/api/orders?${query}`);

    const detail = `${name} has a wrong value`;
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'bad_request', detail })]);
  });
});
