import { join } from 'node:path';
import { shareDatabase } from '@card-checkout/testing/database';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import type { Store, StoreRules } from '../src/store/store.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite, usingFile } from './open-sqlite.ts';

/** Where stores of one kind keep attempts for the length of a test. */
interface Place {
  /** Opens a store, which is closed with the test. */
  open(changed?: Partial<StoreRules>): Promise<Store>;
  /** Reads rows, once every store is closed. */
  read(sql: string): Promise<readonly object[]>;
}

export type NewPlace = () => Promise<Place>;

/** Lists the kinds of stores, with a database for all tests of the file that asks. */
export async function storePlaces(): Promise<[name: string, newPlace: NewPlace][]> {
  return [
    ['SqliteStore', newFile],
    ['PostgresStore', await postgresPlaces()],
  ];
}

async function newFile(): Promise<Place> {
  const path = join(temporaryFolder(), 'checkout.db');
  return {
    open: async (changed) => openSqlite(path, changed),
    read: async (sql) => usingFile(path, (database) => database.prepare(sql).all()),
  };
}

async function postgresPlaces(): Promise<NewPlace> {
  const database = await shareDatabase();
  return async () => {
    await database.clear();
    return {
      open: async (changed) => openPostgres(database.url, changed),
      read: async (sql) => database.query(sql),
    };
  };
}
