import { randomUUID } from 'node:crypto';
import { CompactSign, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  card,
  orderSecret,
  paying,
  shop,
  type CheckoutOptions,
} from '@card-checkout/testing/checkout-request';
import { startProxy, startProxyWith as start } from '../../testing/running-proxy.ts';

const inTwoDays = Math.floor(Date.now() / 1000) + 2 * 86_400;
const expired = { iat: 1_700_000_000, exp: 1_700_000_001 };
const claims = { sub: 'order-1', amount: 1, currency: 'BRL', iat: 1, exp: 4_000_000_000 };
const dearer = { max: 2, plans: [{ count: 2, amount: 1, total: 2 }] };
const key = (secret: string) => new TextEncoder().encode(secret);
const sign = (payload: object, { alg = 'HS256', secret = orderSecret } = {}) =>
  new SignJWT({ ...payload }).setProtectedHeader({ alg }).sign(key(secret));
const unsecured = [{ alg: 'none' }, claims, '']
  .map((part) => (part === '' ? '' : Buffer.from(JSON.stringify(part)).toString('base64url')))
  .join('.');

const refusals: [string, number, string, CheckoutOptions][] = [
  ['no origin', 403, 'origin_not_allowed', { headers: { Origin: undefined } }],
  ['another origin', 403, 'origin_not_allowed', { headers: { Origin: `${shop}.evil.example` } }],
  ['the origin null', 403, 'origin_not_allowed', { headers: { Origin: 'null' } }],
  ['no key', 400, 'idempotency_key_missing', { headers: { 'Idempotency-Key': undefined } }],
  ['a key that is no UUID', 400, 'idempotency_key_missing', { key: 'order-1' }],
  ['a form', 415, 'unsupported_media_type', { headers: { 'Content-Type': 'text/plain' } }],
  ['a large body', 413, 'body_too_large', { body: { padding: 'x'.repeat(17_000) } }],
  ['an unknown member', 400, 'malformed_body', { body: { amount: 1 } }],
  [
    'a card without a number',
    400,
    'malformed_body',
    { body: { card: { ...card, number: undefined } } },
  ],
  ['a number that is no text', 400, 'malformed_body', { body: { card: { ...card, number: 4 } } }],
  ['an unsigned order', 400, 'malformed_body', { body: { order: { id: 'o', amount: 1 } } }],
  ['an order that is no token', 401, 'order_invalid', { body: { order: 'x' } }],
  ['an unsecured token', 401, 'order_invalid', { body: { order: unsecured } }],
  ['an order over its time', 401, 'order_expired', { order: expired }],
  ['an order signed in two days', 401, 'order_invalid', { order: { iat: inTwoDays } }],
  ['an order that sets `amount` twice', 401, 'order_invalid', { order: { fields: { amount: 1 } } }],
  [
    'a wrong number',
    422,
    'invalid_input',
    { body: { card: { ...card, number: '4000000000002702' } } },
  ],
];

describe('POST /api/checkout/', () => {
  it.each(refusals)('refuses %s with %i %s', async (_name, status, code, options) => {
    const { service, proxy } = await start();

    const answer = await proxy.pay(options);

    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({ type: `urn:card-checkout:${code}`, status, code });
    expect(answer.text).not.toContain(card.number.slice(0, 15));
    expect(service.received).toHaveLength(0);
  });

  it.each([
    ['another secret', sign(claims, { secret: 'another secret of at least 32 bytes!' })],
    ['another algorithm', sign(claims, { alg: 'HS512', secret: orderSecret.repeat(2) })],
    ['another audience', sign({ ...claims, aud: 'another' })],
    ['no expiry', sign({ ...claims, exp: undefined })],
    ['no signature', sign(claims).then((token) => token.replace(/[^.]*$/, ''))],
    [
      'an extension that must be understood',
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', crit: ['x'], x: 1 })
        .sign(key(orderSecret), { crit: { x: true } }),
    ],
    ['a NUL in the order’s id', sign({ ...claims, sub: 'order\0' })],
    ['half a character in the order’s id', sign({ ...claims, sub: 'order\uD800' })],
    ['an amount of 0', sign({ ...claims, amount: 0 })],
    ['a fraction', sign({ ...claims, amount: 1.5 })],
    ['a plan that costs more and shows no CET', sign({ ...claims, installments: dearer })],
    ['another currency', sign({ ...claims, currency: 'USD' })],
    ['other audiences', sign({ ...claims, aud: ['another', 'card-checkout.example'] })],
    [
      'no JSON',
      new CompactSign(key('x')).setProtectedHeader({ alg: 'HS256' }).sign(key(orderSecret)),
    ],
  ])('refuses a token with %s', async (_name, token) => {
    const { service, proxy } = await start();

    const answer = await proxy.pay({ body: { order: await token } });

    const [{ reason = '' } = {}] = proxy.logged('request_refused');
    expect(reason).toMatch(/^(signature|[\w.]+): /);
    expect(answer.status).toBe(401);
    expect(answer.body['code']).toBe('order_invalid');
    expect(service.received).toHaveLength(0);
  });

  it.each<[string, CheckoutOptions]>([
    ['origin: https://evil.example', { headers: { Origin: 'https://evil.example' } }],
    ['origin: undefined', { headers: { Origin: undefined } }],
    ['signature: none of ORDER_SECRET made it', { secret: 'another secret of at least 32 bytes!' }],
    ['amount: must be at least 1', { order: { amount: 0 } }],
    ['exp: 2023-11-14T22:13:21.000Z', { order: expired }],
  ])('says “%s” in the log', async (reason, options) => {
    const { proxy } = await start();

    await proxy.pay(options);

    expect(proxy.logged('request_refused')).toMatchObject([{ reason }]);
  });

  it('refuses a request without Fetch Metadata, and says so', async () => {
    const { proxy } = await start();

    const answer = await proxy.pay({ headers: { 'Sec-Fetch-Site': undefined } });

    expect([answer.status, answer.body['code']]).toEqual([403, 'not_from_a_page']);
    expect(answer.body['detail']).toContain('Sec-Fetch-Mode');
  });

  it('refuses an older token of an order once a newer one was used', async () => {
    const { service, proxy } = await start(() => ({ status: 402 }));
    const iat = Math.floor(Date.now() / 1000);
    const id = randomUUID();
    await proxy.pay({ key: id, order: { iat: iat - 60, amount: 100 } });
    await proxy.pay({ order: { iat, amount: 200 } });

    const older = await proxy.pay({ order: { iat: iat - 1, amount: 100 } });
    const repeated = await proxy.pay({ key: id, order: { iat: iat - 60, amount: 100 } });

    expect([older.status, older.body['code']]).toEqual([409, 'order_superseded']);
    expect(repeated.body).toMatchObject({ id, status: 'declined', amount: 100 });
    expect(service.received).toHaveLength(2);
  });

  it.each([
    ['broken JSON', '{"card": "4000000000002701"'],
    ['no JSON', 'card=4000000000002701'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a prototype', '{"__proto__": {"card": 1}}'],
    ['a constructor', '{"constructor": {"prototype": {"card": 1}}}'],
  ])('refuses %s with 400 malformed_body, and quotes none of it', async (_name, body) => {
    const { service, proxy } = await start();

    const answer = await proxy.call('/api/checkout/', { ...(await paying({})), body });

    expect(answer.status).toBe(400);
    expect(answer.body['code']).toBe('malformed_body');
    expect(answer.text + proxy.logLines.join('')).not.toContain('4000000000002701');
    expect(service.received).toHaveLength(0);
  });

  it('names the path of a malformed member, never its value', async () => {
    const { proxy } = await start();

    const wrong = await proxy.pay({ body: { card: { ...card, expiry: 4_000_000_000_002_701 } } });
    const unknown = await proxy.pay({ body: { card: { ...card, '4000000000002701': 1 } } });

    expect(wrong.body['detail']).toBe('card.expiry is missing or has the wrong type or length');
    expect(unknown.body['detail']).toBe('card has an unknown member');
  });

  it('refuses too many requests of one address, and says when to come back', async () => {
    const { service, proxy } = await start(undefined, { RATE_LIMIT: '2' });
    await proxy.pay();
    await proxy.pay();

    const answer = await proxy.pay();

    expect(answer.status).toBe(429);
    expect(answer.body['code']).toBe('too_many_requests');
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.body['detail']).toContain('in a minute');
    expect(service.received).toHaveLength(1);
  });

  it('stores nothing of a refused request, so that its key stays free', async () => {
    const { proxy } = await start();
    const same = randomUUID();
    await proxy.pay({ key: same, body: { card: { ...card, securityCode: '1' } } });

    const answer = await proxy.pay({ key: same });

    expect(answer.status).toBe(200);
  });
});

describe('pages of other origins', () => {
  it('get nothing from GET; a request without Origin does', async () => {
    const proxy = await startProxy();
    const foreign = { headers: { Origin: 'https://evil.example' } };

    const answers = await Promise.all([
      proxy.call(`/api/checkout/${randomUUID()}`, foreign),
      proxy.call(`/api/checkout/${randomUUID()}`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 404]);
    expect(answers[0]?.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('get no preflight; the merchant gets one for what the widget sends, and what monitoring adds to it', async () => {
    const proxy = await startProxy();
    const asked = 'checkout-order,content-type,idempotency-key,prefer,sentry-trace,traceparent';
    const preflight = (Origin: string, path = '/api/checkout/') =>
      proxy.call(path, {
        method: 'OPTIONS',
        headers: {
          Origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': asked,
        },
      });

    const [own, withoutSlash, foreign] = await Promise.all([
      preflight(shop),
      preflight(shop, '/api/checkout'),
      preflight('https://evil.example'),
    ]);

    for (const { status, headers } of [own, withoutSlash]) {
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, shop]);
    }
    expect(own.headers.get('access-control-allow-headers')).toBe(asked);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('get nothing from HEAD either, which only lets a browser ask before the press', async () => {
    const proxy = await startProxy();
    const ask = async (Origin: string) =>
      fetch(`${proxy.url}/api/checkout/`, { method: 'HEAD', headers: { Origin } });

    const [own, foreign] = await Promise.all([ask(shop), ask('https://evil.example')]);

    expect([own.status, foreign.status]).toEqual([204, 403]);
  });
});
