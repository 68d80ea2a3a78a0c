import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { paymentOn, afterNoon, noon, rules, waysTo } from '../../testing/payments.ts';
import {
  breakStore,
  startProxy,
  startProxyWith as start,
  stoppedClock,
} from '../../testing/running-proxy.ts';
import { openSqlite } from '../../testing/stores.ts';
import { Retention } from './retention.ts';

const day = 86_400_000;

/** The pause between two runs; a run that began before the clock moved ends after it. */
const pauseMs = 3_600_000;
const alreadyPaid = { status: 409, body: { code: 'order_already_paid' } };

/** Pays an order with a token that does not expire for years. */
const order = (sub: string) => ({ order: { sub, exp: 4_000_000_000 } });

describe('RETENTION_DAYS', () => {
  it('deletes what is over after so many days, and not before', async () => {
    const clock = stoppedClock();
    const { proxy } = await start(undefined, { RETENTION_DAYS: '30' }, clock);
    const deletions = () => {
      clock.advance(pauseMs);
      return proxy.logged('orders_deleted');
    };
    await proxy.pay(order('order-1'));
    clock.advance(29 * day);
    await proxy.pay(order('order-2'));

    clock.advance(2 * day);

    const deleted = { orders: 1, payments: 1 };
    await expect.poll(deletions).toMatchObject([deleted]);
    expect(await proxy.pay(order('order-1'))).toMatchObject(alreadyPaid);
    clock.advance(29 * day);
    await expect.poll(deletions).toMatchObject([deleted, deleted]);
  });

  it('goes on after the store has failed', async () => {
    const clock = stoppedClock();
    const { proxy } = await start(undefined, { RETENTION_DAYS: '30' }, clock);
    await proxy.pay(order('order-1'));
    const broken = breakStore('deleteOver');
    clock.advance(31 * day);
    await expect
      .poll(() => {
        clock.advance(pauseMs);
        return proxy.logged('round_failed');
      })
      .not.toEqual([]);

    broken.mockRestore();
    await expect
      .poll(() => {
        clock.advance(pauseMs);
        return proxy.logged('orders_deleted').length;
      })
      .toBe(1);
  });
});

describe('a purge', () => {
  it('deletes what it counts, around orders that stay', async () => {
    const store = openSqlite(':memory:');
    const ways = [
      ...Array.from({ length: 12 }, () => waysTo.unknown),
      waysTo.approved,
      waysTo.failed,
    ];
    for (const way of [...ways, ...ways]) await paymentOn(way, store);
    const logged: unknown[] = [];
    const log = { emit: (...line: unknown[]) => void logged.push(line) };
    const retention = new Retention({ store, log, now: rules.now, retentionDays: undefined });

    const before = afterNoon(1);
    expect(await retention.count(noon)).toEqual({ orders: 0, payments: 0 });
    expect(await retention.count(before)).toEqual({ orders: 4, payments: 4 });
    expect(await retention.purge(before)).toEqual({ orders: 4, payments: 4 });

    expect(await retention.count(before)).toEqual({ orders: 0, payments: 0 });
    expect(await store.countBacklog()).toMatchObject({ unresolved: { unknown: 24 } });
    expect(logged).toEqual([
      ['orders_deleted', { orders: 4, payments: 4, before: before.toISOString() }],
    ]);
  });

  it('ends when it is called off', async () => {
    const store = openSqlite(':memory:');
    await paymentOn(waysTo.approved, store);
    const log = { emit: () => undefined };
    const retention = new Retention({ store, log, now: rules.now, retentionDays: undefined });

    await expect(retention.purge(afterNoon(1), AbortSignal.abort())).rejects.toThrow(/abort/);
  });
});

describe('a restored backup', () => {
  it('pays on, and knows what was paid before it was made', async () => {
    const [folder, restored] = [temporaryFolder(), temporaryFolder()];
    const path = join(folder, 'checkout.db');
    const store = openSqlite(path, { now: () => new Date() });
    const { proxy, env } = await start(undefined, {}, { folder, store });
    await proxy.pay(order('order-1'));

    const backup = join(folder, 'backup.db');
    await Promise.all([store.backup(backup), proxy.pay(order('order-2'))]);
    await proxy.close();
    copyFileSync(backup, join(restored, 'checkout.db'));

    const next = await startProxy(env, { folder: restored });
    expect(await next.pay(order('order-1'))).toMatchObject(alreadyPaid);
    expect(await next.pay(order('order-3'))).toMatchObject({ status: 200 });
  });
});
