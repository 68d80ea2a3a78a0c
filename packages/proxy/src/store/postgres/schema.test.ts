import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import { attemptOn, waysTo } from '../../../testing/attempts.ts';
import { openPostgres } from '../../../testing/stores.ts';
import { errorOfSettings } from './schema.ts';
import { StoreError } from '../store.ts';

const databasePage = readFileSync(
  new URL('../../../../../docs/database.md', import.meta.url),
  'utf8',
);
const [backToVersion8 = '', backToVersion6 = ''] = ['SET search_path', 'DROP TABLE'].map(
  (start) => new RegExp(`\`\`\`sql\n(${start} [^\`]+)\`\`\``).exec(databasePage)?.[1],
);
const database = await shareDatabase();

describe('opening PostgreSQL', () => {
  beforeEach(async () => database.clear());

  it('makes the tables once, however many open at the same time', async () => {
    const stores = await Promise.all([
      openPostgres(database.url),
      openPostgres(database.url),
      openPostgres(database.url),
    ]);

    await Promise.all(stores.map(async (store) => store.check()));
    expect(await database.query('SELECT version FROM schema_version')).toEqual([{ version: 9 }]);
  });

  it('keeps the attempts of version 1', async () => {
    const first = await openPostgres(database.url);
    const {
      card: _1,
      outcomeAt: _2,
      decidedBy: _3,
      ...attempt
    } = await attemptOn(waysTo.unknown, first);
    await first.close();
    await database.query(backToVersion8);
    await database.query(backToVersion6);
    await database.query(
      `DROP INDEX card_checkout.attempts_unsettled, card_checkout.tries_accepted,
         card_checkout.attempts_by_change`,
    );
    await database.query('ALTER TABLE card_checkout.messages DROP COLUMN attempt_id');
    await database.query(
      `ALTER TABLE card_checkout.attempts DROP COLUMN installments, DROP COLUMN order_signed_at,
         DROP COLUMN outcome_at, DROP COLUMN card_brand, DROP COLUMN card_last4, DROP COLUMN card_kind`,
    );
    await database.query('ALTER TABLE card_checkout.tries DROP COLUMN postback_at');
    await database.query('UPDATE card_checkout.schema_version SET version = 1');

    const migrated = await openPostgres(database.url);

    expect(await migrated.find(attempt.id)).toEqual(attempt);
  });

  it('has the time that large tables take', async () => {
    onTestFinished(async () => void (await database.query('DROP EVENT TRIGGER hurry')));
    await database.query(`
      CREATE OR REPLACE FUNCTION public.hurry() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
        ASSERT current_setting('statement_timeout') = '1min' AND current_setting('lock_timeout') = '1min';
      END $$;
      CREATE EVENT TRIGGER hurry ON ddl_command_start EXECUTE FUNCTION public.hurry()`);

    await expect(openPostgres(database.url)).resolves.toBeDefined();
  });

  it('takes a schema that is there and empty', async () => {
    await database.query('CREATE SCHEMA card_checkout');

    await expect((await openPostgres(database.url)).check()).resolves.toBeUndefined();
  });

  it.each([
    [
      'are of a newer version',
      'CREATE TABLE card_checkout.schema_version AS SELECT 1000 AS version',
      'DATABASE_URL names a database of a newer version of this program',
    ],
    [
      'have a version of another kind',
      `CREATE TABLE card_checkout.schema_version AS SELECT 'v1' AS version`,
      'DATABASE_URL names a database whose schema card_checkout is of another program',
    ],
    [
      'are of another program',
      'CREATE TABLE card_checkout.carts (id text)',
      'DATABASE_URL names a database whose schema card_checkout is of another program',
    ],
  ])('is refused when the tables %s', async (_, sql, sentence) => {
    await database.query('CREATE SCHEMA card_checkout');
    await database.query(sql);

    await expect(openPostgres(database.url)).rejects.toThrow(new StoreError(sentence));
  });

  it.each([
    ['keepsWrites', 'a server that may lose what it commits (fsync off)'],
    ['waitsForDisk', 'a server that may lose what it commits (synchronous_commit off)'],
    ['takesWrites', 'a server that is read-only'],
    ['isUnicode', 'a database that does not hold every text (its encoding is not UTF8)'],
  ])('is refused by a server that fails at %s', (fails, names) => {
    const fine = { keepsWrites: true, waitsForDisk: true, takesWrites: true, isUnicode: true };

    expect(errorOfSettings(fine)).toBeUndefined();
    const fault = errorOfSettings({ ...fine, [fails]: false });
    expect(fault).toEqual(new StoreError(`DATABASE_URL names ${names}`));
  });
});
