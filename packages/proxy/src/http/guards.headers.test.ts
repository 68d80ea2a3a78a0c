import { describe, expect, it } from 'vitest';
import { shop } from '@card-checkout/testing/checkout-request';
import { startProxy, startProxyWith as start } from '../../testing/running-proxy.ts';
import { bytesOf, rightPayment, sendBytes, withHeaders, type Header } from '../../testing/wire.ts';

describe('headers that contradict each other', () => {
  it.each<[string, number, string, Header[]]>([
    [
      'two origins',
      403,
      'origin_not_allowed',
      [
        ['Origin', shop],
        ['Origin', 'https://evil.example'],
      ],
    ],
    [
      'the same origin twice',
      403,
      'origin_not_allowed',
      [
        ['Origin', shop],
        ['Origin', shop],
      ],
    ],
    [
      'two keys',
      400,
      'idempotency_key_missing',
      [
        ['Idempotency-Key', crypto.randomUUID()],
        ['Idempotency-Key', crypto.randomUUID()],
      ],
    ],
    [
      'two types',
      415,
      'unsupported_media_type',
      [
        ['Content-Type', 'application/json'],
        ['Content-Type', 'text/plain'],
      ],
    ],
    [
      'two modes',
      403,
      'not_from_a_page',
      [
        ['Sec-Fetch-Mode', 'cors'],
        ['Sec-Fetch-Mode', 'navigate'],
      ],
    ],
    ['an origin with a comma', 403, 'origin_not_allowed', [['Origin', `${shop},${shop}`]]],
    ['an origin in capitals', 403, 'origin_not_allowed', [['Origin', shop.toUpperCase()]]],
    ['an origin with a slash', 403, 'origin_not_allowed', [['Origin', `${shop}/`]]],
    [
      'a referrer for an origin',
      403,
      'origin_not_allowed',
      [
        ['Origin', ''],
        ['Referer', `${shop}/`],
      ],
    ],
  ])('are refused: %s', async (_name, status, code, headers) => {
    const { service, proxy } = await start();

    const answers = await sendBytes(proxy.url, withHeaders(...headers)(await rightPayment()));

    expect(answers).toMatchObject([{ status }]);
    expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({ code });
    expect(service.received).toHaveLength(0);
  });
});

describe('a POST that no script has sent', () => {
  const form = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

  it.each<[string, Record<string, string>]>([
    ['an address that was typed', { 'Sec-Fetch-Site': 'none', ...form }],
    ['a script of no page', { 'Sec-Fetch-Site': 'none' }],
    ['a form', form],
    ['a form in a frame', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }],
    ['an embedded object', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'embed' }],
    ['a beacon', { 'Sec-Fetch-Mode': 'no-cors' }],
    ['a web socket', { 'Sec-Fetch-Mode': 'websocket' }],
    ['a worker', { 'Sec-Fetch-Dest': 'worker' }],
    ['a value of another case', { 'Sec-Fetch-Mode': 'CORS' }],
    ['a value that is new', { 'Sec-Fetch-Site': 'other' }],
  ])('is refused: %s', async (_name, said) => {
    const { service, proxy } = await start();

    const spoiled = withHeaders(...Object.entries(said))(await rightPayment());
    const answers = await sendBytes(proxy.url, spoiled);

    expect(answers).toMatchObject([{ status: 403 }]);
    expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({ code: 'not_from_a_page' });
    expect(service.received).toHaveLength(0);
  });

  it.each(['Sec-Fetch-Site', 'Sec-Fetch-Mode', 'Sec-Fetch-Dest'])(
    'is refused: a caller without %s',
    async (name) => {
      const { service, proxy } = await start();
      const { head, body } = await rightPayment();
      const [line, ...headers] = head();
      const kept = headers.filter(([given]) => given !== name);

      const answers = await sendBytes(proxy.url, bytesOf([line, ...kept], body));

      expect(answers).toMatchObject([{ status: 403 }]);
      expect(service.received).toHaveLength(0);
    },
  );

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'same-origin' },
  ])('is not what the shop sends with %j', async (said) => {
    const { service, proxy } = await start();

    const answers = await sendBytes(
      proxy.url,
      withHeaders(...Object.entries(said))(await rightPayment()),
    );

    expect(answers).toMatchObject([{ status: 200 }]);
    expect(service.received).toHaveLength(1);
  });
});

describe('a method without a route', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY', 'PROPFIND'])(
    'is 404: %s',
    async (method) => {
      const proxy = await startProxy();
      const { head, body } = await rightPayment();

      const answers = await sendBytes(
        proxy.url,
        bytesOf(head(`${method} /api/checkout/ HTTP/1.1`), body),
      );

      expect(answers).toMatchObject([{ status: 404 }]);
      expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('a path without a route', () => {
  it.each<[string, number, string, Header[], string?]>([
    ['QUERY', 400, 'malformed_body', []],
    ['POST', 415, 'unsupported_media_type', [['Content-Type', 'text']], 'x'],
    ['POST', 400, 'malformed_body', [['Content-Type', 'application/json']], '{'],
    ['GET', 400, 'bad_request', [['Host', 'two.example']]],
    ['POST', 400, 'bad_request', [['Transfer-Encoding', 'gzip, chunked']], '0\r\n\r\n'],
  ])('answers %s with our problem: %i %s', async (method, status, code, headers, body) => {
    const proxy = await startProxy();
    const line = `${method} /nothing HTTP/1.1`;

    const answers = await sendBytes(
      proxy.url,
      bytesOf([line, ['Host', 'x'], ['Connection', 'close'], ...headers], body),
    );

    expect(answers).toMatchObject([{ status }]);
    expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({ status, code });
  });
});
