import type { Secret } from '../sensitive/secret.ts';
import type { Database } from './database.ts';
import { SqliteDatabase } from './sqlite/sqlite-database.ts';
import { Store, type StoreRules } from './store.ts';

/** A file or `:memory:`, or a server's address with its password. */
export type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: Secret };

/** Opens a store. Throws a `StoreError` if that fails. */
export async function openStore(address: DatabaseAddress, rules: StoreRules): Promise<Store> {
  return new Store(await openDatabase(address, rules.onCommit), rules);
}

/** Opens a database, and makes its tables. Throws a `StoreError` if that fails. */
export async function openDatabase(
  address: DatabaseAddress,
  onCommit?: StoreRules['onCommit'],
): Promise<Database> {
  if (address.kind === 'sqlite') return new SqliteDatabase(address.path, onCommit);
  // Loads the driver only if needed: it takes 17 MB of memory.
  const { PostgresDatabase } = await import('./postgres/postgres-database.ts');
  return PostgresDatabase.open(address.url, onCommit);
}
