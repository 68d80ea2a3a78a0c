import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { networkOf } from './forwarded-clients.ts';
import { startProxy, type RunningProxy } from '../../testing/running-proxy.ts';

const behindProxy = { TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '1' };

/** Posts once for each client; gives what each was answered. */
async function postsFrom(proxy: RunningProxy, ...clients: string[]): Promise<unknown[]> {
  const codes: unknown[] = [];
  for (const client of clients) {
    const headers = { 'X-Forwarded-For': client };
    const { body } = await proxy.pay({ headers, body: { order: undefined } });
    codes.push(body['code']);
  }
  return codes;
}

const served = 'malformed_body';
const refused = 'too_many_requests';

/** Ten addresses of one network, as many as may post as often as they like. */
const tenNeighbours = Array.from({ length: 10 }, (_, n) => `203.0.113.${n + 1}`);

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['::1', '::/48'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf({ ips: ['127.0.0.1', ip], socket: new Socket() })).toBe(network);
  });
});

describe('POSTs a minute', () => {
  it('are counted for each address', async () => {
    const proxy = await startProxy(behindProxy);

    const codes = await postsFrom(proxy, '203.0.113.1', '203.0.113.1', '203.0.113.2');

    expect(codes).toEqual([served, refused, served]);
  });

  it('are counted for the /64 of an IPv6 address, which one subscriber has at least', async () => {
    const proxy = await startProxy(behindProxy);

    const codes = await postsFrom(
      proxy,
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff::',
      '2001:db8:1:3::',
    );

    expect(codes).toEqual([served, refused, served]);
  });

  it('of an IPv4-mapped address are those of the IPv4 address', async () => {
    const proxy = await startProxy(behindProxy);

    const codes = await postsFrom(proxy, '203.0.113.1', '::ffff:203.0.113.1', '::ffff:203.0.113.2');

    expect(codes).toEqual([served, refused, served]);
  });

  it('of a whole /24 are refused where ten of its addresses have had theirs', async () => {
    const proxy = await startProxy(behindProxy);

    const codes = await postsFrom(proxy, ...tenNeighbours, '203.0.113.11', '198.51.100.1');

    expect(codes).toEqual([...tenNeighbours.map(() => served), refused, served]);
  });

  it('of a whole /48 are refused where ten of its subscribers have had theirs', async () => {
    const proxy = await startProxy(behindProxy);
    const subscribers = Array.from({ length: 11 }, (_, n) => `2001:db8:1:${n}::1`);

    const codes = await postsFrom(proxy, ...subscribers, '2001:db8:2::1');

    expect(codes.slice(-2)).toEqual([refused, served]);
  });

  it('of an address do not depend on its port', async () => {
    const proxy = await startProxy(behindProxy);

    const codes = await postsFrom(
      proxy,
      '203.0.113.1:1',
      '203.0.113.1:2',
      '[2001:db8::1]:1',
      '[2001:db8::1]:2',
    );

    expect(codes).toEqual([served, refused, served, refused]);
  });

  it('of one address that floods use up nothing of its neighbours’', async () => {
    const proxy = await startProxy(behindProxy);
    const flood = Array.from({ length: 20 }, () => '203.0.113.1');

    const codes = await postsFrom(proxy, ...flood, '203.0.113.2');

    expect(codes.at(-1)).toBe(served);
  });

  it('do not take the client’s word for its address', async () => {
    const proxy = await startProxy({ RATE_LIMIT: '1' });

    const codes = await postsFrom(proxy, '203.0.113.1', '198.51.100.1');

    expect(codes).toEqual([served, refused]);
  });
});
