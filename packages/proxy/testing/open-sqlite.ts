import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { SqliteStore } from '../src/store/sqlite/sqlite-store.ts';
import type { StoreRules } from '../src/store/store.ts';
import { rules } from './attempts.ts';

/** Opens a store of SQLite for the length of a test. */
export function openSqlite(path: string, changed: Partial<StoreRules> = {}): SqliteStore {
  const store = new SqliteStore(path, { ...rules, ...changed });
  onTestFinished(async () => store.close().catch(() => undefined));
  return store;
}

/** Uses a file of SQLite that no store has open. */
export function usingFile<Result>(path: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(path);
  try {
    return use(database);
  } finally {
    database.close();
  }
}
