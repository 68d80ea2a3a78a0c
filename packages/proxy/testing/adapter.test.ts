import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runProgram, startScriptedServer } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import type { ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { token } from '@card-checkout/testing/proxy-environment';
import { startProxy } from './running-proxy.ts';

const folder = new URL('../../../examples/adapter/', import.meta.url);
const fileAt = (name: string) => fileURLToPath(new URL(name, folder));

/** Pays through proxy and adapter at an API with two calls and answers of its own. */
async function payAt(api: Record<string, ScriptedAnswer>, headers = {}) {
  const service = await startScriptedServer((_number, { path = '' }) => api[path] ?? 'reset');
  const [port, proxyPort] = [await freePort(), await freePort()];
  const PUBLIC_URL = `http://127.0.0.1:${proxyPort}`;
  const env = { API_TOKEN: token, API_KEY: 'key', API_URL: service.url, PUBLIC_URL };
  const adapter = runProgram({
    args: [fileAt('adapter.mjs')],
    env: { ...env, PORT: String(port) },
  });
  await expect.poll(() => adapter.said.out).toContain('adapter on port');
  const url = `http://127.0.0.1:${port}`;
  const API_FILE = fileAt('api.json');
  const proxy = await startProxy({ API_BASE_URL: url, API_FILE, PUBLIC_URL }, { port: proxyPort });
  const paid = await proxy.pay({ headers });
  const post = async (body: object) =>
    (await fetch(`${url}/webhook`, { method: 'POST', body: JSON.stringify(body) })).status;
  return { service, proxy, paid, post, url };
}

const token1 = { status: 201, json: { id: 'tok_1' } };
const answer = (status: string) => ({ status: 201, json: { id: 'pay_1', status } });

it('pays in two calls, with another authentication', async () => {
  const api = { '/v2/tokens': token1, '/v2/payments': answer('paid') };

  const { service, paid } = await payAt(api);

  expect(paid.body).toMatchObject({ status: 'approved', payment: { id: 'pay_1' } });
  const bodies = service.received.map(({ text }) => JSON.parse(text));
  expect(bodies).toMatchObject([
    { number: '4000000000002701', expiry: '12/30' },
    { amount: 12_990, token: 'tok_1', reference: 'order-1' },
  ]);
  const headers = service.received.map((request) => request.headers.authorization);
  expect(new Set(headers)).toEqual(new Set([`Basic ${btoa('key:')}`]));
});

it('gives any page a token for 3-D Secure, with the key of the API', async () => {
  const api = { '/v2/3ds-tokens': { status: 201, json: { token: 'tok_3ds' } } };
  const { service, url } = await payAt(api);

  const given = await fetch(`${url}/api/3ds/token/?provider=cielo`, {
    headers: { Origin: 'https://shop.example' },
  });

  expect([given.status, await given.json()]).toEqual([200, { access_token: 'tok_3ds' }]);
  expect(given.headers.get('access-control-allow-origin')).toBe('*');
  expect(given.headers.get('cache-control')).toBe('no-store');
  const asked = service.received.at(-1);
  expect([asked?.text, asked?.headers.authorization]).toEqual([
    '{"provider":"cielo"}',
    `Basic ${btoa('key:')}`,
  ]);
});

it('passes on the postback of a payment that waits, and no other', async () => {
  const api = { '/v2/tokens': token1, '/v2/payments': answer('pending') };
  const { service, proxy, paid, post } = await payAt(api, { Prefer: 'wait=0' });
  await expect.poll(() => proxy.logged('payment_moved')).toMatchObject([{ status: 'pending' }]);
  const { metadata } = JSON.parse(service.received[1]?.text ?? '{}');

  await expect(post({ payment: {}, more: 'x'.repeat(70_000) })).rejects.toThrow('fetch failed');
  const other = { metadata: { postbackUrl: `${service.url}/elsewhere` } };
  const stray = await post({ payment: { id: 'pay_2', status: 'paid', ...other } });
  const taken = await post({ payment: { id: 'pay_1', status: 'paid', metadata } });
  const { body } = await proxy.call(`/api/checkout/${String(paid.body['id'])}`);

  expect([paid.body['status'], stray, taken]).toEqual(['processing', 404, 200]);
  expect(body['status']).toBe('approved');
  expect(service.received).toHaveLength(2);
});

it.each<[string, Record<string, ScriptedAnswer>, string, number]>([
  ['no token', { '/v2/tokens': 'reset' }, 'rate_limited', 4],
  ['a refused card', { '/v2/tokens': { status: 402 } }, 'declined', 1],
  ['a lost answer', { '/v2/tokens': token1, '/v2/payments': 'reset' }, 'no_answer', 2],
])('reads %s as what it is', async (_name, api, code, calls) => {
  const { service, paid } = await payAt(api);

  expect(paid.body).toMatchObject({ code });
  expect(service.received).toHaveLength(calls);
});
