import { randomUUID } from 'node:crypto';
import v8 from 'node:v8';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Checkout } from '../checkout/checkout.ts';
import { retrying, startProxyWith, type RunningProxy } from '../../testing/running-proxy.ts';

/** Makes the process say that it uses all memory, until the test ends or frees it. */
function useAllMemory() {
  const used = { ...v8.getHeapStatistics(), used_heap_size: Number.MAX_SAFE_INTEGER };
  const spy = vi.spyOn(v8, 'getHeapStatistics').mockReturnValue(used);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

/** Keeps the event loop busy for 150 ms at a time, until the test ends or calls the result. */
function beLate(): () => void {
  const late = setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150));
  const stop = () => clearInterval(late);
  onTestFinished(stop);
  return stop;
}

/** Pays a new order. */
async function payAnew(proxy: RunningProxy) {
  return proxy.pay({ order: { sub: randomUUID() } });
}

describe('a process that is overloaded', () => {
  it('takes no new payment, and goes on with everything else', async () => {
    const { service, proxy } = await startProxyWith(() => 'reset', retrying);
    const key = randomUUID();
    await proxy.pay({ key });
    const memory = useAllMemory();
    await expect.poll(async () => (await payAnew(proxy)).status).toBe(503);
    const sent = service.received.length;

    const refused = await payAnew(proxy);
    const found = await proxy.call(`/api/checkout/${key}`);
    const posted = await proxy.postBack(service.received[0], { status: 'paid' });
    const health = await Promise.all([proxy.call('/healthz'), proxy.call('/readyz')]);

    expect([refused.status, refused.body['code']]).toEqual([503, 'overloaded']);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect([found.body['status'], posted.status]).toEqual(['unknown', 200]);
    expect(health.map(({ status }) => status)).toEqual([200, 200]);
    expect(service.received).toHaveLength(sent);
    memory.mockRestore();
    await expect.poll(async () => (await payAnew(proxy)).status).toBe(504);
  });

  it('is one whose event loop is late', async () => {
    const { proxy } = await startProxyWith(
      undefined,
      {},
      { config: { eventLoopDelayLimitMs: 100 } },
    );
    const catchUp = beLate();

    await expect.poll(async () => (await payAnew(proxy)).status).toBe(503);
    const refused = await payAnew(proxy);
    catchUp();

    expect([refused.body['code'], refused.headers.get('retry-after')]).toEqual(['overloaded', '5']);
    await expect.poll(async () => (await payAnew(proxy)).status).toBe(200);
  });

  it('is one that has used up what its container may use', async () => {
    const limit = vi.spyOn(process, 'constrainedMemory').mockReturnValue(1_000_000);
    onTestFinished(() => limit.mockRestore());
    const { proxy } = await startProxyWith();

    await expect.poll(async () => (await payAnew(proxy)).status).toBe(503);
    expect((await payAnew(proxy)).body['code']).toBe('overloaded');
  });

  it('is not one that keeps memory which it used before', async () => {
    const kept = { ...process.memoryUsage(), rss: Number.MAX_SAFE_INTEGER };
    const memory = vi.spyOn(process, 'memoryUsage').mockReturnValue(kept);
    const measured = vi.spyOn(v8, 'getHeapStatistics');
    onTestFinished(() => [memory, measured].forEach((spy) => spy.mockRestore()));
    const { proxy } = await startProxyWith();

    await expect.poll(() => measured.mock.calls.length, { timeout: 5000 }).toBeGreaterThan(1);

    expect((await payAnew(proxy)).status).toBe(200);
  });

  it('is one that carries out 2000 payments already', async () => {
    const { service, proxy } = await startProxyWith();
    const running = vi.spyOn(Checkout.prototype, 'running', 'get').mockReturnValue(2000);
    onTestFinished(() => running.mockRestore());

    const refused = await proxy.pay();
    running.mockReturnValue(1999);
    const taken = await proxy.pay();

    expect([refused.status, refused.body['code'], taken.status]).toEqual([503, 'overloaded', 200]);
    expect(service.received).toHaveLength(1);
  });
});
