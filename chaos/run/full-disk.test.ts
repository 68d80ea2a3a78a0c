import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startSingleProxy } from './single-proxy.ts';

/** Limits the size of files that a process can write, like a full disk. */
function limitFiles(pid: number | undefined, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}

const isLinux = process.platform === 'linux';
const unless = isLinux ? '' : ' (NOT RUN: needs Linux)';

describe.runIf(isLinux)(`a full disk${unless}`, () => {
  it('stops payments before anything is sent, and recovers without a restart', async () => {
    const { service, running, pay, get } = await startSingleProxy();
    const before = await pay('order-1');

    limitFiles(running.pid, '1');
    const key = randomUUID();
    const full = [await pay('order-2', key), await get('/readyz'), await get('/healthz')];
    const sentWhileFull = service.received.length;
    limitFiles(running.pid, 'unlimited');
    // The answer holds for a second.
    await expect.poll(async () => (await get('/readyz')).httpStatus).toBe(200);
    const after = await pay('order-2', key);

    expect(before).toEqual({ httpStatus: 200, shown: 'approved' });
    expect(full).toEqual([
      { httpStatus: 503, shown: 'overloaded' },
      { httpStatus: 503, shown: 'overloaded' },
      { httpStatus: 200, shown: 'ok' },
    ]);
    expect(sentWhileFull).toBe(1);
    expect(after).toEqual({ httpStatus: 200, shown: 'approved' });
    expect(service.received).toHaveLength(2);
  });

  it('keeps the answer to a payment in progress until it can be stored', async () => {
    const asked = Promise.withResolvers<void>();
    const full = Promise.withResolvers<void>();
    const { service, running, pay, get } = await startSingleProxy(async () => {
      asked.resolve();
      await full.promise;
      return { status: 200, json: { id: 'pay_1' } };
    });
    const key = randomUUID();
    const payment = pay('order-1', key);
    await asked.promise;

    limitFiles(running.pid, '1');
    full.resolve();
    const readiness = async () => (await get('/readyz')).httpStatus;
    await expect.poll(readiness, { timeout: 20_000 }).toBe(503);
    const whileFull = await get(`/api/checkout/${key}`);
    limitFiles(running.pid, 'unlimited');

    expect(whileFull.shown).toBe('processing');
    expect(await payment).toEqual({ httpStatus: 200, shown: 'approved' });
    expect(service.received).toHaveLength(1);
  });
});
