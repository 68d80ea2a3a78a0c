import { orderHeader } from '@card-checkout/contract';
import { shop, signedOrder } from '@card-checkout/testing/checkout-request';
import { describe, expect, it } from 'vitest';
import { startProxyWith, type RunningProxy } from '../../../testing/running-proxy.ts';

describe('GET /api/order/payment', () => {
  it('finds the payment that another device has made', async () => {
    const { proxy } = await startProxyWith();
    const paid = await proxy.pay();

    const found = await askFor(proxy, signedOrder({ sub: 'order-1', amount: 12_990 }));

    expect(found.status).toBe(200);
    expect(found.body).toEqual(paid.body);
  });

  it('finds the payment that another device is making', async () => {
    const { proxy } = await startProxyWith(() => ({ status: 202, json: { status: 'processing' } }));
    await proxy.pay({ headers: { Prefer: 'wait=0' } });

    const found = await askFor(proxy, signedOrder({ sub: 'order-1', amount: 12_990 }));

    expect(found.body).toMatchObject({ orderId: 'order-1', status: 'processing' });
  });

  it('finds nothing where the order may be paid', async () => {
    const { proxy } = await startProxyWith(() => ({ status: 400, json: { error: 'no' } }));
    await proxy.pay();

    const declined = await askFor(proxy, signedOrder({ sub: 'order-1', amount: 12_990 }));
    const never = await askFor(proxy, signedOrder({ sub: 'order-2', amount: 12_990 }));

    expect([declined.status, never.status]).toEqual([204, 204]);
  });

  it('tells nothing to those without a token of the merchant', async () => {
    const { proxy } = await startProxyWith();
    await proxy.pay();

    const forged = signedOrder(
      { sub: 'order-1', amount: 12_990 },
      'another secret of 32 bytes or so',
    );
    expect((await askFor(proxy, forged)).body['code']).toBe('order_invalid');
    expect((await askFor(proxy, undefined)).body['code']).toBe('bad_request');
  });
});

async function askFor(proxy: RunningProxy, token: string | undefined) {
  const headers = { Origin: shop, ...(token && { [orderHeader]: token }) };
  return proxy.call('/api/order/payment', { headers });
}
