import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { shareDatabase } from '@card-checkout/testing/database';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { onTestFinished } from 'vitest';
import { Secret } from '../src/sensitive/secret.ts';
import type { Database } from '../src/store/database.ts';
import { PostgresDatabase } from '../src/store/postgres/postgres-database.ts';
import { SqliteDatabase } from '../src/store/sqlite/sqlite-database.ts';
import { Store, type StoreRules } from '../src/store/store.ts';
import { rules } from './payments.ts';

interface Place {
  open(changed?: Partial<StoreRules>): Promise<Store>;
  /** Reads rows. Close every store first. */
  read(sql: string): Promise<readonly object[]>;
}

export type NewPlace = () => Promise<Place>;

/** Without PostgreSQL, tests end sooner. */
const onlySqlite = process.env['TEST_STORES'] === 'SQLite';

/** Lists the kinds of stores, with one PostgreSQL database for all tests in a file. */
export async function storePlaces(): Promise<[name: string, newPlace: NewPlace][]> {
  if (onlySqlite) return [['SQLite', newFile]];
  const database = await shareDatabase();
  const newDatabase: NewPlace = async () => {
    await database.clear();
    return {
      open: async (changed) => openPostgres(database.url, changed),
      read: async (sql) => database.query(sql),
    };
  };
  return [
    ['SQLite', newFile],
    ['PostgreSQL', newDatabase],
  ];
}

function closing(database: Database): Database {
  onTestFinished(async () => database.close().catch(() => undefined));
  return database;
}

/** Lists empty databases of both kinds, each for a test. */
export async function databasePlaces(): Promise<
  [name: string, newDatabase: () => Promise<Database>][]
> {
  if (onlySqlite) return [['SQLite', newSqlite]];
  const shared = await shareDatabase();
  const newDatabase = async () => {
    await shared.clear();
    return closing(await PostgresDatabase.open(new Secret(shared.url)));
  };
  return [
    ['SQLite', newSqlite],
    ['PostgreSQL', newDatabase],
  ];
}

async function newSqlite(): Promise<Database> {
  return closing(new SqliteDatabase(join(temporaryFolder(), 'checkout.db')));
}

async function newFile(): Promise<Place> {
  const path = join(temporaryFolder(), 'checkout.db');
  return {
    open: async (changed) => openSqlite(path, changed),
    read: async (sql) => usingFile(path, (database) => database.prepare(sql).all()),
  };
}

export function openSqlite(path: string, changed: Partial<StoreRules> = {}): Store {
  const store = new Store(new SqliteDatabase(path), { ...rules, ...changed });
  onTestFinished(async () => store.close().catch(() => undefined));
  return store;
}

/** Opens a SQLite file that no store has open. */
export function usingFile<Result>(path: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(path);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Opens a store until the test ends, by default with the lease of production. */
export async function openPostgres(
  url: string,
  { leaseMs, ...changed }: Partial<StoreRules> & { leaseMs?: number } = {},
): Promise<Store> {
  const options = leaseMs === undefined ? {} : { leaseMs };
  const database = await PostgresDatabase.open(new Secret(url), undefined, options);
  const store = new Store(database, { ...rules, ...changed });
  onTestFinished(async () => store.close());
  return store;
}
