import { describe, expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../app.ts';
import { readConfig } from '../../config/config.ts';
import { environment, stoppedClock } from '../../../testing/running-proxy.ts';
import { bytesOf, sendBytes } from '../../../testing/wire.ts';

const flooder = '127.0.0.2';
const neighbour = '127.0.0.3';

/** A request that is refused with 404. */
const refused = bytesOf(['GET /nothing HTTP/1.1', ['Host', 'checkout.example']]);
const lastRefused = refused.replace('\r\n', '\r\nConnection: close\r\n');
const isAlive = lastRefused.replace('/nothing', '/healthz');

/** Makes a request look like one that a server in front passes on. */
const forwarded = (bytes: string) => bytes.replace('\r\n', '\r\nX-Forwarded-For: 203.0.113.9\r\n');

/** Starts a proxy that closes a connection on which it reads nothing after a second, with 408. */
async function start(overrides: Record<string, string> = {}) {
  const clock = stoppedClock();
  const logLines: string[] = [];
  const logStream = { write: (line: string) => void logLines.push(line) };
  const config = readConfig(environment({ RATE_LIMIT: '60', ...overrides }));
  const proxy = createProxy(config, { now: clock.now, logStream });
  proxy.server.headersTimeout = 1000;
  onTestFinished(() => proxy.close());
  const url = await proxy.listen({ host: '127.0.0.1', port: 0 });
  const statuses = async (bytes: string, address: string) =>
    (await sendBytes(url, bytes, address)).map(({ status }) => status);
  const logged = () => logLines.filter((line) => line.includes('"event":"flood"'));
  return { statuses, clock, logged };
}

describe('an address that is refused a thousand times in a minute', () => {
  it('loses its connection, and the next ones are not read', async () => {
    const { statuses, logged } = await start();

    const flood = await statuses(refused.repeat(1000), flooder);
    const later = await statuses(isAlive, flooder);

    expect(flood).toEqual(Array.from({ length: 1000 }, () => 404));
    expect(later).toEqual([408]);
    expect(logged()).toHaveLength(1);
    expect(logged().join('')).not.toContain(flooder);
  });

  it('has no more than a hundred connections that are not read, and others are closed', async () => {
    const { statuses } = await start();
    await statuses(refused.repeat(1000), flooder);

    const later = await Promise.all(Array.from({ length: 150 }, async () => statuses('', flooder)));

    expect(later.filter(([status]) => status === 408)).toHaveLength(100);
  });

  it('takes nothing from others', async () => {
    const { statuses } = await start();
    await statuses(refused.repeat(1000), flooder);

    expect(await statuses(isAlive, neighbour)).toEqual([200]);
  });

  it('is served again in the next minute', async () => {
    const { statuses, clock } = await start();
    await statuses(refused.repeat(1000), flooder);

    clock.advance(60_000);

    expect(await statuses(isAlive, flooder)).toEqual([200]);
  });
});

describe('an address that is not shut out', () => {
  it('was refused less often', async () => {
    const { statuses, logged } = await start();
    await statuses(refused.repeat(998) + lastRefused, flooder);

    expect(await statuses(isAlive, flooder)).toEqual([200]);
    expect(logged()).toEqual([]);
  });

  it('spreads its refusals over two minutes', async () => {
    const { statuses, clock } = await start();
    await statuses(refused.repeat(998) + lastRefused, flooder);
    clock.advance(60_000);
    await statuses(refused.repeat(998) + lastRefused, flooder);

    expect(await statuses(isAlive, flooder)).toEqual([200]);
  });

  it('has asked for what there is', async () => {
    const { statuses } = await start();
    const served = isAlive.replace('Connection: close\r\n', '');

    await statuses(served.repeat(1500) + isAlive, flooder);

    expect(await statuses(isAlive, flooder)).toEqual([200]);
  });

  it('is that of a server in front, which carries everybody’s requests', async () => {
    const { statuses } = await start({ TRUST_PROXY: flooder });

    const flood = await statuses(forwarded(refused).repeat(1500) + lastRefused, flooder);

    expect(flood).toHaveLength(1501);
    expect(await statuses(forwarded(isAlive), flooder)).toEqual([200]);
  });

  it('meets a proxy without RATE_LIMIT', async () => {
    const { statuses } = await start({ RATE_LIMIT: 'off' });

    const flood = await statuses(refused.repeat(1500) + lastRefused, flooder);

    expect(flood).toHaveLength(1501);
    expect(await statuses(isAlive, flooder)).toEqual([200]);
  });
});
