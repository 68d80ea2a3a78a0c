import { describe, expect, it } from 'vitest';
import { startScriptedServer } from '@card-checkout/testing/during-test';
import { token } from '@card-checkout/testing/proxy-environment';
import { startProxyWith as start } from '../../testing/running-proxy.ts';
import { bytesOf, rightPayment, sendBytes, type Header } from '../../testing/wire.ts';

const canary = 'canary-of-the-browser';

/** Headers that a proxy in the way of a request would pass on, use or strip others by. */
const browserHeaders: Header[] = [
  ['Authorization', `Token ${canary}`],
  ['Connection', 'Authorization, Content-Type, Content-Length, User-Agent, Host'],
  ['Cookie', `session=${canary}`],
  ['Forwarded', `for=${canary}`],
  ['Accept', canary],
  ['Accept-Language', canary],
  ['Referer', `https://shop.example/${canary}`],
  ['TE', 'trailers'],
  ['Trailer', 'Authorization'],
  ['Traceparent', canary],
  ['Upgrade', 'h2c'],
  ['User-Agent', canary],
  ['Via', `1.1 ${canary}`],
  ['X-Forwarded-For', '203.0.113.7'],
  ['X-Forwarded-Host', canary],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Original-URL', `/${canary}`],
  ['X-Request-Id', canary],
];

const refused = { end: { status: 'failed', code: 'configuration' }, alarm: 'configuration' };

/** These may follow a POST that was processed (RFC 9110, 15.4). */
const open = { end: { status: 'unknown', code: 'no_answer' }, alarm: 'outcome_unknown' };

describe('the request to the payments API', () => {
  it('is made of constants and the body: nothing of a browser’s headers or address gets into it', async () => {
    const { service, proxy } = await start();
    const { head, body } = await rightPayment();
    const path = `/api/checkout/?user=1&amount=1&next=${canary}`;

    const bytes = bytesOf([...head(`POST ${path} HTTP/1.1`), ...browserHeaders], body);
    const answers = await sendBytes(proxy.url, bytes);

    expect(answers).toMatchObject([{ status: 200 }]);
    const [request] = service.received;
    expect(request?.path).toBe('/api/checkout/');
    expect(request?.headers).toEqual({
      authorization: `Token ${token}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(request?.text ?? '')),
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'card-checkout-proxy',
      host: new URL(service.url).host,
      connection: 'keep-alive',
    });
    expect(request?.text).not.toContain(canary);
  });

  it.each([
    ...[304, 305, 307, 308].map((status) => [status, refused] as const),
    ...[300, 301, 302, 303].map((status) => [status, open] as const),
  ])('goes nowhere else when the service answers %i', async (status, { end, alarm }) => {
    const elsewhere = await startScriptedServer();
    const redirect = { status, location: `${elsewhere.url}/api/checkout/` };
    const { service, proxy } = await start(() => redirect);

    const answer = await proxy.pay();

    expect(answer.body).toMatchObject({ ...end, tries: 1 });
    expect(answer.headers.get('location')).toBeNull();
    expect(service.received).toHaveLength(1);
    expect(elsewhere.received).toHaveLength(0);
    expect(proxy.alarms()).toEqual([alarm]);
  });
});
