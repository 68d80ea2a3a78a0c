import { describe, expect, it } from 'vitest';
import { asking } from '@card-checkout/testing/checkout-request';
import { startProxy, stoppedClock } from '../../testing/running-proxy.ts';

const event = 'web_server_not_trusted';
const trusting = { TRUST_PROXY: '127.0.0.1' };

it('warns, once an hour, of a web server that TRUST_PROXY does not list', async () => {
  const clock = stoppedClock();
  const proxy = await startProxy({}, clock);
  const askedBy = async (client: string) =>
    proxy.call('/api/order', asking({ headers: { 'X-Forwarded-For': client } }));

  await askedBy('203.0.113.1');
  await askedBy('203.0.113.2');
  const first = proxy.logged(event);
  clock.advance(3_600_000);
  await askedBy('203.0.113.3');

  expect(first).toMatchObject([{ level: 40, peer: '127.0.0.1' }]);
  expect(proxy.logged(event)).toHaveLength(2);
  expect(proxy.logLines.join('')).not.toContain('203.0.113');
});

it.each([
  ['an untrusted one that sends `Forwarded`', {}, { Forwarded: 'for=203.0.113.1' }],
  ['a trusted one that sends nothing but `Forwarded`', trusting, { Forwarded: 'for=203.0.113.1' }],
  ['a trusted one that names no address', trusting, { 'X-Forwarded-For': 'unknown' }],
  ['one beside a trusted one', { TRUST_PROXY: '192.0.2.1' }, { 'X-Forwarded-For': '203.0.113.1' }],
  ['a trusted one that sends nothing', trusting, {}],
])('warns of %s', async (_name, settings, headers) => {
  const proxy = await startProxy(settings);

  await proxy.call('/api/order', asking({ headers }));

  expect(proxy.logged(event)).toHaveLength(1);
});

it.each([
  ['a trusted one', trusting, { 'X-Forwarded-For': '203.0.113.1' }],
  ['a trusted one that sends both', trusting, { 'X-Forwarded-For': '::1', Forwarded: 'for=_x' }],
  ['a client that names none', {}, {}],
])('does not warn of %s', async (_name, settings, headers) => {
  const proxy = await startProxy(settings);

  await proxy.call('/api/order', asking({ headers }));

  expect(proxy.logged(event)).toEqual([]);
});

it("doesn't warn of a trusted one that asks for the proxy's health itself", async () => {
  const proxy = await startProxy(trusting);

  await proxy.call('/readyz');

  expect(proxy.logged(event)).toEqual([]);
});

/** Gives the address that a trusted web server's header leads to. */
async function clientOf(forwarded: string, TRUST_PROXY = '127.0.0.1, 10.0.0.0/8, 2001:db8::/32') {
  const proxy = await startProxy({ TRUST_PROXY });
  const headers = { 'X-Forwarded-For': forwarded };
  const { body } = await proxy.call('/api/order', asking({ headers }));
  return Object(body['config']).clientIp;
}

describe('the client of a request', () => {
  it.each([
    ['203.0.113.1', '203.0.113.1'],
    ['203.0.113.1:50123', '203.0.113.1'],
    ['2a02::1', '2a02::1'],
    ['[2a02::1]', '2a02::1'],
    ['[2a02::1]:50123', '2a02::1'],
    ['203.0.113.1:9, 10.0.0.1:50123, [2001:db8::1]:443, ::ffff:10.0.0.2', '203.0.113.1'],
  ])('who is forwarded as %s is %s', async (forwarded, client) => {
    expect(await clientOf(forwarded)).toBe(client);
  });

  it.each([
    ['no address', 'unknown'],
    ['a name', 'client.example:80'],
    ['a number', '3405803777'],
    ['an open bracket', '[2a02::1'],
    ['an address twice', '203.0.113.1:203.0.113.1'],
    ['garbage before a trusted address', '203.0.113.1, garbage, 10.0.0.1'],
    ['nothing', ' , '],
    ['15,000 brackets', '['.repeat(15_000)],
    ['15,000 digits', '1'.repeat(15_000)],
    ['15,000 colons', ':1'.repeat(7500)],
    ['1,700 trusted addresses', '10.0.0.1,'.repeat(1700) + 'x'],
  ])('is the connection’s where a trusted web server sends %s', async (_name, forwarded) => {
    expect(await clientOf(forwarded)).toBe('127.0.0.1');
  });

  it('is whoever is named first if every address is trusted', async () => {
    expect(await clientOf('203.0.113.1, 198.51.100.1', '0.0.0.0/0')).toBe('203.0.113.1');
  });
});
