import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import { openPostgres } from '../../../testing/stores.ts';
import { StoreError } from '../database.ts';
import { errorOfSettings } from './opening.ts';

const database = await shareDatabase();

const unreachable = "names a server that can't be reached";

describe('an address of PostgreSQL that is wrong', () => {
  it.each([
    ['an unknown host', { hostname: 'canary.invalid' }, unreachable],
    ['a closed port', { port: '1' }, unreachable],
    [
      'a wrong password',
      { password: 'canary' },
      'names a user or a password that the server rejects',
    ],
    ['no password', { password: '' }, 'has no password, and the server requires one'],
    ['an unknown database', { pathname: '/canary' }, "names a database that doesn't exist"],
    [
      'TLS of a server without',
      { search: '?sslmode=verify-full' },
      "asks for TLS (sslmode), which the server doesn't support",
    ],
    [
      'an unknown certificate',
      { search: '?sslmode=verify-full&sslrootcert=/canary.pem' },
      "names a file that can't be read",
    ],
  ])('is explained in one sentence without it: %s', async (_, wrong, sentence) => {
    const { href } = Object.assign(new URL(database.url), wrong);

    const fault = new StoreError(`DATABASE_URL ${sentence}`);
    await expect(openPostgres(href)).rejects.toEqual(fault);
  });

  it('is explained by an example when it is not an address at all', async () => {
    const example = 'postgres://user:password@host:5432/database';

    const fault = new StoreError(`DATABASE_URL must be like ${example}`);
    await expect(openPostgres('postgres://user:canary@:x/')).rejects.toEqual(fault);
  });
});

describe('opening PostgreSQL', () => {
  beforeEach(async () => database.clear());

  it('makes the tables once, however many open at the same time', async () => {
    const stores = await Promise.all([
      openPostgres(database.url),
      openPostgres(database.url),
      openPostgres(database.url),
    ]);

    await Promise.all(stores.map(async (store) => store.check()));
    expect(await database.query('SELECT version FROM schema_version')).toEqual([{ version: 1 }]);
  });

  it('has the time that a busy server takes', async () => {
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
      'are of another version',
      'CREATE TABLE card_checkout.schema_version AS SELECT 2 AS version',
      'another version of this program: its tables have version 2, and this release uses 1',
    ],
    [
      'have a version of another kind',
      `CREATE TABLE card_checkout.schema_version AS SELECT 'v1' AS version`,
      'another program',
    ],
    ['are of another program', 'CREATE TABLE card_checkout.carts (id text)', 'another program'],
  ])('is refused when the tables %s', async (_, sql, owner) => {
    await database.query('CREATE SCHEMA card_checkout');
    await database.query(sql);

    await expect(openPostgres(database.url)).rejects.toThrow(
      new StoreError(`DATABASE_URL names a database of ${owner}`),
    );
  });

  it.each([
    ['keepsWrites', 'a server that may lose what it commits (fsync off)'],
    ['waitsForDisk', 'a server that may lose what it commits (synchronous_commit off)'],
    ['takesWrites', 'a server that is read-only'],
    ['isUnicode', "a database that can't store all text (its encoding isn't UTF8)"],
  ])('is refused by a server that fails at %s', (fails, names) => {
    const fine = { keepsWrites: true, waitsForDisk: true, takesWrites: true, isUnicode: true };

    expect(errorOfSettings(fine)).toBeUndefined();
    const fault = errorOfSettings({ ...fine, [fails]: false });
    expect(fault).toEqual(new StoreError(`DATABASE_URL names ${names}`));
  });
});
