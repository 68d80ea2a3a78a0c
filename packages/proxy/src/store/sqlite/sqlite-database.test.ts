import { chmodSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { StoreError } from '../database.ts';
import * as statements from '../store.ts';
import { prepareSqlite } from './sqlite-database.ts';
import { afterNoon, paymentOn, waysTo } from '../../../testing/payments.ts';
import { textOfFiles } from '../../../testing/running-proxy.ts';
import { openSqlite as open, usingFile as using } from '../../../testing/stores.ts';

const foreign = new StoreError('DATABASE_URL names a database of another program');

const otherVersion = new StoreError(
  'DATABASE_URL names a database of another version of this program: its tables have version 2, and this release uses 1',
);

function newPath(): string {
  return join(temporaryFolder(), 'checkout.db');
}

describe('the file of SQLite', () => {
  it('is for its owner alone, even if it was not', async () => {
    const path = newPath();
    await open(path).close();
    chmodSync(path, 0o644);

    await open(path).check();

    const modes = [path, `${path}-wal`].map((file) => statSync(file).mode % 0o1000);
    expect(modes).toEqual([0o600, 0o600]);
  });

  it('is for one process at a time', async () => {
    const path = newPath();
    const first = open(path);

    const fault = new StoreError('DATABASE_URL names a file that another process uses');
    expect(() => open(path)).toThrow(fault);
    await first.close();
    await expect(open(path).check()).resolves.toBeUndefined();
  });

  it('keeps every commit through a power cut: WAL, each commit on disk', () => {
    const path = newPath();

    using(path, (database) => {
      prepareSqlite(database, path, 'owner');

      expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
      expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    });
  });

  it('keeps nothing of a deleted order, not even beside it', async () => {
    const path = newPath();
    const store = open(path, { receivers: new Set() });
    const { orderId } = await paymentOn(waysTo.approved, store, { orderId: 'maria-silva' });
    await paymentOn(waysTo.approved, store);

    await store.deleteOver([orderId], afterNoon(1).toISOString());

    expect(textOfFiles(dirname(path))).not.toContain('maria-silva');
  });

  it('is alone with what a crash left beside it, once it is opened', async () => {
    const path = newPath();
    using(path, (database) => {
      prepareSqlite(database, path, 'owner');
      database.exec(`INSERT INTO leases (owner) VALUES ('maria-silva'); DELETE FROM leases`);
      for (const end of ['', '-wal']) copyFileSync(path + end, `${path}.crashed${end}`);
    });
    expect(readFileSync(`${path}.crashed-wal`, 'latin1')).toContain('maria-silva');

    open(`${path}.crashed`);

    expect(textOfFiles(dirname(path))).not.toContain('maria-silva');
  });

  it.each([
    ['another version', 'UPDATE schema_version SET version = 2', otherVersion],
    ['no version', 'DELETE FROM schema_version', foreign],
    ['another program', 'DROP TABLE schema_version', foreign],
  ])('is refused when it is of %s', async (_, change, error) => {
    const path = newPath();
    await open(path).close();
    using(path, (database) => database.exec(change));

    expect(() => open(path)).toThrow(error);
  });

  it.each([
    ['payments_unfinished', statements.abandoned],
    ['payments_due', statements.overdue],
    ['payments_by_change', statements.changedOrders],
    ['payments_by_change', statements.latestPayments],
    ['payments_by_change', statements.paymentsBefore(undefined)],
    ['payments_unfinished', statements.paymentsBefore(['unknown'])],
    ['COVERING INDEX payments_unfinished', statements.backlog],
    ['COVERING INDEX messages_due', statements.backlog],
    ['alarms_open', statements.alarms(['acknowledged_at IS NULL'])],
  ])('finds by %s what is asked for', async (index, sql) => {
    const path = newPath();
    await open(path).close();

    using(path, (database) => {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      const steps = plan.map(({ detail }) => String(detail));
      expect(steps.join('\n')).toContain(index);
      expect(steps.filter((step) => /^SCAN (?!counted|CONSTANT)\w+$/.test(step))).toEqual([]);
    });
  });

  it('is refused when another program has tables in it', () => {
    const path = newPath();
    using(path, (database) => database.exec('CREATE TABLE wallpapers (id INTEGER)'));

    expect(() => open(path)).toThrow(foreign);
    using(path, (database) => {
      expect(database.prepare('SELECT name FROM sqlite_schema').all()).toHaveLength(1);
    });
  });

  it('is refused, and left as it is, when it is not a database', () => {
    const path = newPath();
    const text = 'a shopping list, '.repeat(100);
    writeFileSync(path, text);

    expect(() => open(path)).toThrow(foreign);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is refused when it cannot be made', () => {
    const path = join(temporaryFolder(), 'missing', 'checkout.db');

    const fault = new StoreError('DATABASE_URL must name a file that can be made and written');
    expect(() => open(path)).toThrow(fault);
  });
});
