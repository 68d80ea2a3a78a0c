import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asking, shop } from '@card-checkout/testing/checkout-request';
import { startProxy, startProxyWith } from '../../testing/running-proxy.ts';
import { bytesOf, sendBytes } from '../../testing/wire.ts';

const foreign = { Origin: 'https://evil.example' };
const preflight = { 'Access-Control-Request-Method': 'POST' };
const key = randomUUID();

describe('an answer under /api', () => {
  it.each<[string, number, string, RequestInit]>([
    ['an order', 200, '/api/order', asking()],
    ['a page of another origin', 403, '/api/order', asking({ headers: foreign })],
    ['a payment that is none', 404, `/api/checkout/${key}`, {}],
    ['an address that is none', 404, '/api/none', {}],
    ['an address of another level', 404, '/api', {}],
    ['an address that cannot be decoded', 404, '/api/%zz', {}],
    ['a method that is none', 404, '/api/checkout/', { method: 'PUT' }],
    [
      'a preflight',
      204,
      '/api/checkout/',
      { method: 'OPTIONS', headers: { Origin: shop, ...preflight } },
    ],
    [
      'a foreign preflight',
      204,
      '/api/checkout/',
      { method: 'OPTIONS', headers: { ...foreign, ...preflight } },
    ],
    ['half a preflight', 400, '/api/checkout/', { method: 'OPTIONS' }],
    ['a postback', 200, '/api/postback/x', { method: 'POST' }],
    ['a postback that cannot be decoded', 200, '/api/postback/%zz', { method: 'POST' }],
  ])('may not be stored: to %s, %i', async (_name, status, path, init) => {
    const proxy = await startProxy();

    const answer = await proxy.call(path, init);

    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('may not be stored: to bytes that are no request', async () => {
    const proxy = await startProxy();

    const answers = await sendBytes(proxy.url, 'garbage\r\n\r\n');

    expect(answers).toMatchObject([{ status: 400, text: '' }]);
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
  });

  it('may not be stored: to an unknown expectation', async () => {
    const proxy = await startProxy();
    const host: [string, string] = ['Host', 'x'];

    const answers = await sendBytes(
      proxy.url,
      bytesOf(['GET /healthz HTTP/1.1', host, ['Expect', 'x'], ['Connection', 'close']]),
    );

    expect(answers).toMatchObject([{ status: 200 }]);
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
  });

  it('can be no page, no frame, and no resource of another site', async () => {
    const { proxy } = await startProxyWith();

    const answers = [await proxy.pay(), await proxy.call('/api/none'), await proxy.call('/none')];

    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy':
          "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect([...headers.keys()]).not.toContain('strict-transport-security');
      expect([...headers.keys()]).not.toContain('x-powered-by');
    }
  });

  it('can be read by the merchant’s script for all that', async () => {
    const { proxy } = await startProxyWith();

    const { headers } = await proxy.pay();

    expect(headers.get('access-control-allow-origin')).toBe(shop);
  });
});

describe('a file of the widget', () => {
  it('has no policy, which a worker would run under, and may be embedded by any page', async () => {
    const proxy = await startProxy();

    const { headers } = await proxy.call('/widget/card-checkout.js');

    expect(headers.get('content-security-policy')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
