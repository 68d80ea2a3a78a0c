import { describe, expect, it } from 'vitest';
import {
  breakStore,
  retrying,
  startProxy,
  startProxyWith as start,
  stoppedClock,
} from '../../testing/running-proxy.ts';

const minute = 60_000;
const pending = { status: 200, json: { id: 'pay_1', status: 'pending' } };

/** Starts a payment that stays unresolved, and returns once that is stored. */
async function leaveOpen(proxy: Awaited<ReturnType<typeof startProxy>>, sub: string) {
  const order = { sub, exp: 4_000_000_000 };
  const before = proxy.logged('payment_moved').length;
  await proxy.pay({ order, headers: { Prefer: 'wait=0' } });
  await expect.poll(() => proxy.logged('payment_moved').length).toBe(before + 1);
}

it('does not start on a database that fails at the start, and says so', async () => {
  breakStore('interruptAbandoned');

  await expect(start(() => pending)).rejects.toThrow(
    'DATABASE_URL names a database that failed at the start',
  );
});

describe('a payment that stays unresolved', () => {
  it('alerts support after 15 minutes, once, and not before', async () => {
    const clock = stoppedClock();
    const { proxy } = await start(() => pending, retrying, clock);
    const alerted = () => proxy.logged('alarm').map(({ order, alarm }) => [order, alarm]);
    await leaveOpen(proxy, 'order-1');

    clock.advance(10 * minute);
    await leaveOpen(proxy, 'order-2');
    clock.advance(5 * minute);
    await expect.poll(alerted).toEqual([['order-1', 'outcome_unknown']]);
    clock.advance(10 * minute);
    await expect.poll(alerted).toEqual([
      ['order-1', 'outcome_unknown'],
      ['order-2', 'outcome_unknown'],
    ]);
  });

  it('raises no alarm once a postback has resolved it', async () => {
    const clock = stoppedClock();
    const { service, proxy } = await start(() => pending, retrying, clock);
    await leaveOpen(proxy, 'order-1');
    await leaveOpen(proxy, 'order-2');

    await proxy.postBack(service.received[0], { status: 'paid' });
    clock.advance(15 * minute);
    await expect.poll(() => proxy.alarms().length).toBe(1);

    expect(proxy.logged('alarm')).toMatchObject([{ order: 'order-2' }]);
  });

  it('alerts support at once where no postback can arrive', async () => {
    const { proxy } = await start(() => pending);

    await leaveOpen(proxy, 'order-1');

    expect(proxy.alarms()).toEqual(['outcome_unknown']);
  });

  it('can still be resolved after support was alerted', async () => {
    const clock = stoppedClock();
    const { service, proxy } = await start(() => pending, retrying, clock);
    await leaveOpen(proxy, 'order-1');
    clock.advance(15 * minute);
    await expect.poll(() => proxy.alarms().length).toBe(1);

    await proxy.postBack(service.received[0], { status: 'paid' });

    expect(proxy.logged('payment_resolved')).toMatchObject([{ status: 'approved' }]);
  });

  it('alerts support although reading the store failed meanwhile', async () => {
    const clock = stoppedClock();
    const { proxy } = await start(() => pending, retrying, clock);
    await leaveOpen(proxy, 'order-1');
    const broken = breakStore('raiseOverdue');
    clock.advance(15 * minute);
    await expect.poll(() => proxy.logged('round_failed')).not.toHaveLength(0);

    broken.mockRestore();

    await expect.poll(() => proxy.alarms()).toEqual(['outcome_unknown']);
  });
});

describe('a payment that its process gave up', () => {
  it('alerts support after 15 minutes, by the next process', async () => {
    const clock = stoppedClock();
    const stopping = { ...retrying, SHUTDOWN_TIMEOUT_MS: '0' };
    const { service, env, proxy } = await start(() => 'hang', stopping, clock);
    const waiting = proxy.pay();
    await expect.poll(() => service.received.length).toBe(1);
    await proxy.close();
    await waiting;

    const next = await startProxy(env, { folder: proxy.folder, ...clock });
    clock.advance(15 * minute);
    await expect.poll(() => next.alarms().length).toBe(1);

    expect(proxy.alarms()).toEqual([]);
    expect(next.logged('alarm')).toMatchObject([
      { alarm: 'outcome_unknown', status: 'unknown', code: 'interrupted' },
    ]);
  });
});
