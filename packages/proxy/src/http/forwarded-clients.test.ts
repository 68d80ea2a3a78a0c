import { expect, it } from 'vitest';
import { startProxy, stoppedClock } from '../../testing/running-proxy.ts';

const event = 'web_server_not_trusted';
const trusting = { TRUST_PROXY: '127.0.0.1' };

it('warns, once an hour, of a web server that TRUST_PROXY does not list', async () => {
  const clock = stoppedClock();
  const proxy = await startProxy({}, clock);
  const askedBy = async (client: string) =>
    proxy.call('/api/config', { headers: { 'X-Forwarded-For': client } });

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
  ['one beside a trusted one', { TRUST_PROXY: '192.0.2.1' }, { 'X-Forwarded-For': '203.0.113.1' }],
])('warns of %s', async (_name, settings, headers) => {
  const proxy = await startProxy(settings);

  await proxy.call('/api/config', { headers });

  expect(proxy.logged(event)).toHaveLength(1);
});

it.each([
  ['a trusted one', trusting, { 'X-Forwarded-For': '203.0.113.1' }],
  ['a trusted one that sends both', trusting, { 'X-Forwarded-For': '::1', Forwarded: 'for=_x' }],
  ['a client that names none', {}, {}],
])('does not warn of %s', async (_name, settings, headers) => {
  const proxy = await startProxy(settings);

  await proxy.call('/api/config', { headers });

  expect(proxy.logged(event)).toEqual([]);
});
