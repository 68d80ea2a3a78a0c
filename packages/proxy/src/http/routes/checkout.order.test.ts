import { shop, signedOrder } from '@card-checkout/testing/checkout-request';
import { describe, expect, it } from 'vitest';
import { startProxyWith, type RunningProxy } from '../../../testing/running-proxy.ts';

const order = { sub: 'order-1', amount: 12_990 };

describe('GET /api/order', () => {
  it('answers what the form needs, and the payment that another device has made', async () => {
    const { proxy } = await startProxyWith();
    const paid = await proxy.pay();

    const found = await askFor(proxy, signedOrder(order));

    expect(found.status).toBe(200);
    expect(found.body).toMatchObject({ config: { provider: 'cielo' }, payment: paid.body });
    expect(found.body['payment']).toMatchObject({
      card: { brand: 'visa', last4: '2701', kind: 'credit' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      installments: 1,
      amount: 12_990,
    });
  });

  it('finds the payment that another device is making', async () => {
    const { proxy } = await startProxyWith(() => ({ status: 202, json: { status: 'processing' } }));
    await proxy.pay({ headers: { Prefer: 'wait=0' } });

    const { body } = await askFor(proxy, signedOrder(order));

    expect(body['payment']).toMatchObject({ orderId: 'order-1', status: 'processing' });
  });

  it('finds the payment of an order whose time is over', async () => {
    const { proxy } = await startProxyWith();
    const paid = await proxy.pay();

    const iat = Math.floor(Date.now() / 1000) - 7200;
    const found = await askFor(proxy, signedOrder({ ...order, iat, exp: iat + 3600 }));

    expect(found.body['payment']).toEqual(paid.body);
  });

  it('finds nothing where the order may be paid', async () => {
    const { proxy } = await startProxyWith(() => ({ status: 400, json: { error: 'no' } }));
    await proxy.pay();

    const declined = await askFor(proxy, signedOrder(order));
    const never = await askFor(proxy, signedOrder({ ...order, sub: 'order-2' }));

    expect([declined.body, never.body].map((body) => Object.keys(body))).toEqual([
      ['config'],
      ['config'],
    ]);
  });

  it.each([
    [signedOrder(order, 'another secret of 32 bytes or so'), {}, 401, 'order_invalid'],
    ['', {}, 400, 'bad_request'],
    ['x'.repeat(8001), {}, 401, 'order_invalid'],
    [signedOrder(order), { Origin: 'https://x.example' }, 403, 'origin_not_allowed'],
  ])('tells nothing to others: %.9s %j', async (token, headers, status, code) => {
    const { proxy } = await startProxyWith();
    await proxy.pay();

    const { body, ...answer } = await askFor(proxy, token, headers);

    expect([answer.status, body['code'], body['payment']]).toEqual([status, code, undefined]);
    expect(proxy.logLines.join()).not.toContain(token || 'no token');
  });
});

async function askFor(proxy: RunningProxy, token: string, headers = {}) {
  return proxy.call('/api/order', {
    headers: { Origin: shop, 'Checkout-Order': token, ...headers },
  });
}
