import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { paymentOn, waysTo } from '../../../testing/payments.ts';
import { openSqlite, usingFile } from '../../../testing/stores.ts';
import { StoreError } from '../database.ts';
import { copyTo } from './backup.ts';

describe('a backup of SQLite', () => {
  it('holds what was stored before it, and is sound, while payments run', async () => {
    const path = join(temporaryFolder(), 'copy.db');
    const store = openSqlite(join(temporaryFolder(), 'checkout.db'));
    const before = await paymentOn(waysTo.approved, store);
    const pay = async () => paymentOn(waysTo.approved, store);

    const [, ...during] = await Promise.all([
      store.backup(path),
      ...Array.from({ length: 50 }, pay),
    ]);

    expect(during).toHaveLength(50);
    expect(readdirSync(dirname(path))).toEqual(['copy.db']);
    expect(statSync(path).mode % 0o1000).toBe(0o600);
    const check = usingFile(path, (copy) => copy.prepare('PRAGMA integrity_check').all());
    expect(check).toEqual([{ integrity_check: 'ok' }]);
    expect(await openSqlite(path).find(before.id)).toEqual(before);
  });

  it('waits for a payment that is being written as it begins', async () => {
    const path = join(temporaryFolder(), 'copy.db');
    using database = new DatabaseSync(join(temporaryFolder(), 'checkout.db'));
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n); BEGIN; INSERT INTO t VALUES (1)');

    const copying = copyTo(path, database);
    await expect.poll(() => existsSync(`${path}.unfinished`)).toBe(true);
    database.exec('COMMIT');
    await copying;

    expect(usingFile(path, (copy) => copy.prepare('SELECT n FROM t').all())).toEqual([{ n: 1 }]);
  });

  it('never replaces a file', async () => {
    const path = join(temporaryFolder(), 'copy.db');
    const store = openSqlite(':memory:');
    writeFileSync(path, 'an older backup');

    await expect(store.backup(path)).rejects.toThrow(new StoreError(`${path} exists already`));
    expect(statSync(path).size).toBe('an older backup'.length);
  });

  it('says where it cannot be made', async () => {
    const path = join(temporaryFolder(), 'missing', 'copy.db');

    const refused = new StoreError(`${path} must be in a folder that the proxy may write`);
    await expect(openSqlite(':memory:').backup(path)).rejects.toThrow(refused);
  });
});
