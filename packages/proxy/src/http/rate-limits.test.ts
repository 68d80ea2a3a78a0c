import { spawnSync } from 'node:child_process';
import { createServer, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen, temporaryFolder } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { startProgram } from '@card-checkout/testing/program';
import { networkOf } from './forwarded-clients.ts';
import { startProxy, type RunningProxy } from '../../testing/running-proxy.ts';

const behindProxy = { TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '1' };
const password = 'canarypassword';

/** Whether this machine has a `redis-server`; npm brings none. */
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** Starts an empty Redis for the length of a test, and gives its address. */
async function startRedis(): Promise<string> {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', save: '', requirepass: password };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const isReady = /ready to accept connections/i;
  const options = { command: 'redis-server', args, env: process.env, cwd: temporaryFolder() };
  const redis = await startProgram({ ...options, isReady });
  onTestFinished(async () => void (await redis.kill('SIGKILL')));
  return `redis://:${password}@127.0.0.1:${port}`;
}

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

describe('with REDIS_URL', () => {
  const unless = hasRedis ? '' : ' (NOT RUN, no redis-server here)';

  it.runIf(hasRedis)(`several instances count together${unless}`, async () => {
    const settings = { ...behindProxy, REDIS_URL: await startRedis() };
    const one = await startProxy(settings);
    const other = await startProxy(settings);

    const codes = [
      ...(await postsFrom(one, '203.0.113.1')),
      ...(await postsFrom(other, '203.0.113.1', '203.0.113.2')),
    ];

    expect(codes).toEqual([served, refused, served]);
  });

  it('an instance counts for itself where Redis cannot be reached, and says so once', async () => {
    const REDIS_URL = `redis://:${password}@127.0.0.1:${await freePort()}`;
    const proxy = await startProxy({ ...behindProxy, REDIS_URL });

    const codes = await postsFrom(proxy, '203.0.113.1', '203.0.113.2', '203.0.113.1');

    expect(codes).toEqual([served, served, refused]);
    expect(proxy.logged('shared_count_lost')).toHaveLength(1);
    expect(proxy.logLines.join('')).not.toContain(password);
  });

  it('an instance counts for itself where Redis takes the connection and says nothing', async () => {
    const proxy = await startProxy({ ...behindProxy, REDIS_URL: await startSilentServer() });

    const codes = await postsFrom(proxy, '203.0.113.1', '203.0.113.1');

    expect(codes).toEqual([served, refused]);
  });
});

async function startSilentServer(): Promise<string> {
  return `redis://127.0.0.1:${await listen(createServer(() => undefined))}`;
}
