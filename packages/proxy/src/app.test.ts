import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { asking, shop } from '@card-checkout/testing/checkout-request';
import { Checkout } from './checkout/checkout.ts';
import { breakStore, startProxy, startProxyWith } from '../testing/running-proxy.ts';
import { Store } from './store/store.ts';

describe('the settings in the answer to GET /api/order', () => {
  it('gives the widget what it needs, and nothing else', async () => {
    const proxy = await startProxy({
      API_BASE_URL: 'https://payments.example/v1/',
      FRAUD_SCRIPT_URL: 'https://fraud.example/{merchantId}/{sessionId}.js',
      THREE_DS_ENVIRONMENT: 'sandbox',
      TRUST_PROXY: '127.0.0.1',
    });

    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    const answer = await proxy.call('/api/order', asking({ headers }));

    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBe(shop);
    expect(answer.body['config']).toEqual({
      threeDS: 'off',
      proof: 'cavv',
      tokenUrl: 'https://payments.example/v1/api/3ds/token/',
      provider: 'cielo',
      fraudScriptUrl: 'https://fraud.example/{merchantId}/{sessionId}.js',
      threeDSScriptUrl: 'https://mpisandbox.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js',
      threeDSEnvironment: 'sandbox',
      merchantId: '4711',
      clientIp: '203.0.113.7',
    });
  });

  it('believes no X-Forwarded-For unless TRUST_PROXY says so', async () => {
    const proxy = await startProxy();

    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    const answer = await proxy.call('/api/order', asking({ headers }));

    expect(answer.body['config']).toMatchObject({ clientIp: '127.0.0.1' });
  });
});

describe('health', () => {
  it('is ok while the store can be written', async () => {
    const proxy = await startProxy();

    const answers = await Promise.all([proxy.call('/healthz'), proxy.call('/readyz')]);

    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { status: 'ok' }],
      [200, { status: 'ok' }],
    ]);
  });

  it('is not ready while the store can’t be written, and is again once it can', async () => {
    const proxy = await startProxy();
    const broken = breakStore('check');

    const [alive, ready] = await Promise.all([proxy.call('/healthz'), proxy.call('/readyz')]);
    broken.mockRestore();

    expect(alive.status).toBe(200);
    expect([ready.status, ready.body['code']]).toEqual([503, 'overloaded']);
    await expect.poll(async () => (await proxy.call('/readyz')).status).toBe(200);
  });
});

describe("a store that can't be read", () => {
  it('ends no payment: the browser goes on asking', async () => {
    const { service, proxy } = await startProxyWith();
    const key = randomUUID();
    const broken = vi
      .spyOn(Store.prototype, 'find')
      .mockRejectedValue(new Error('4000000000002701'));
    onTestFinished(() => broken.mockRestore());

    const started = await proxy.pay({ key, headers: { Prefer: 'wait=0' } });
    const asked = await proxy.call(`/api/checkout/${key}`);
    broken.mockRestore();
    const asksAgain = { headers: { Prefer: 'wait=30' } };
    const ended = await proxy.call(`/api/checkout/${key}`, asksAgain);

    expect([started.status, started.body['status']]).toEqual([202, 'processing']);
    expect([asked.status, asked.body['code']]).toEqual([503, 'overloaded']);
    expect([ended.status, ended.body['status']]).toEqual([200, 'approved']);
    expect(service.received).toHaveLength(1);
    expect(proxy.logLines.join('')).not.toContain('4000000000002701');
  });
});

describe('a database that is lost while the proxy starts', () => {
  it('does not end the start', async () => {
    const asked = vi.spyOn(Store.prototype, 'apiAlarm').mockRejectedValueOnce(new Error('lost'));
    onTestFinished(() => asked.mockRestore());

    const proxy = await startProxy();

    expect((await proxy.call('/readyz')).status).toBe(200);
    expect(asked).toHaveBeenCalledOnce();
  });
});

describe('an unexpected error', () => {
  it('is 500 internal, and reveals nothing of the request', async () => {
    const { proxy } = await startProxyWith();
    const fault = new Error('4000000000002701');
    const broken = vi.spyOn(Checkout.prototype, 'accept').mockRejectedValue(fault);
    onTestFinished(() => broken.mockRestore());

    const answer = await proxy.pay();

    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ code: 'internal' });
    expect(answer.text + proxy.logLines.join('')).not.toContain('4000000000002701');
    expect(proxy.logLines.join('')).toContain('unexpected_error');
  });
});

describe('an address that the proxy does not have', () => {
  it.each(['/', '/api/none'])('%s is not found', async (path) => {
    const proxy = await startProxy();

    const answer = await proxy.call(path);

    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body['code']).toBe('not_found');
  });
});
