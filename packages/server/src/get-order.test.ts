import { expect, it } from 'vitest';
import { startScriptedServer } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import type { ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { getOrder } from './get-order.ts';

const merchantKey = 'a merchant key of at least 32 bytes';
const paid = {
  orderId: 'a/b ç',
  status: 'approved',
  paymentId: '0b9e7f6c-30a0-4bd2-9c64-2a34e1a3f9c1',
  amount: 12_990,
  orderAmount: 12_990,
  payments: [],
};

async function ask(answer: ScriptedAnswer) {
  const service = await startScriptedServer(() => answer);
  const options = { proxyUrl: `${service.url}/pay/`, merchantKey, waitSeconds: 5 };
  return { service, order: getOrder('a/b ç', options) };
}

it('asks for an order with the key, and waits', async () => {
  const { service, order } = await ask({ status: 200, json: paid });

  expect(await order).toEqual({ ...paid, paid: true });
  const [request] = service.received;
  expect(request?.path).toBe('/pay/api/orders/a%2Fb%20%C3%A7');
  expect(request?.headers).toMatchObject({
    authorization: `Bearer ${merchantKey}`,
    prefer: 'wait=5',
  });
});

it('returns nothing for an order that nobody tried to pay', async () => {
  const { order } = await ask({ status: 404, json: { code: 'order_not_found' } });

  expect(await order).toBeUndefined();
});

it.each<[string, ScriptedAnswer, number]>([
  ['another order', { status: 200, json: { ...paid, orderId: 'a/b' } }, 200],
  ['a wrong key', { status: 401, json: { code: 'unauthorized' } }, 401],
  ['a page of another server', { status: 404, text: '<html>' }, 404],
  ['a proxy without this route', { status: 404, json: { code: 'not_found' } }, 404],
  ['what is no order', { status: 200, json: { status: 'ok' } }, 200],
  ['a proxy that is down', { status: 502, text: '' }, 502],
])('throws for %s', async (_name, answer, status) => {
  const { order } = await ask(answer);

  await expect(order).rejects.toMatchObject({ name: 'OrderLookupError', status });
});

it('says why the proxy refuses', async () => {
  const detail = "MERCHANT_KEY isn't set, so nobody may ask about orders";
  const { order } = await ask({ status: 404, json: { code: 'not_found', detail } });

  await expect(order).rejects.toThrow(`The proxy answered 404: ${detail}`);
});

it('says which address does not answer', async () => {
  const proxyUrl = `http://127.0.0.1:${await freePort()}`;

  await expect(getOrder('o', { proxyUrl, merchantKey })).rejects.toMatchObject({
    name: 'OrderLookupError',
    status: undefined,
    message: `No answer from ${proxyUrl}/api/orders/o: is proxyUrl right, and does the proxy run?`,
  });
});

it.each([
  ['an id', { orderId: undefined }, "orderId must be the order's id, such as order-1042"],
  ['an address', { proxyUrl: undefined }, "proxyUrl must be the proxy's address, such as https://"],
  [
    'http',
    { proxyUrl: 'pay.shop.example' },
    "proxyUrl must be the proxy's address, such as https://",
  ],
  ['a key', { merchantKey: '' }, "merchantKey must be the proxy's MERCHANT_KEY"],
])('says what it needs without %s', async (_name, wrong, needed) => {
  const given = { orderId: 'o', proxyUrl: 'http://127.0.0.1:9', merchantKey, ...wrong };
  // In JavaScript, anything may be left out.
  const { orderId, ...options } = JSON.parse(JSON.stringify(given));

  await expect(getOrder(orderId, options)).rejects.toThrow(needed);
});

it('gives up when it is told to', async () => {
  const service = await startScriptedServer(() => 'hang');
  const signal = AbortSignal.abort(new Error('gone'));

  const order = getOrder('a', { proxyUrl: service.url, merchantKey, signal });

  await expect(order).rejects.toThrow('gone');
});
