import type { Secret } from '../sensitive/secret.ts';
import { SqliteDatabase } from './sqlite/sqlite-database.ts';
import { Store, type StoreRules } from './store.ts';

/** A file or `:memory:`, or a server's address with its password. */
export type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: Secret };

/** Opens a store. Throws a `StoreError` if that fails. */
export async function openStore(address: DatabaseAddress, rules: StoreRules): Promise<Store> {
  if (address.kind === 'sqlite') {
    return new Store(new SqliteDatabase(address.path, rules.onCommit), rules);
  }
  // Loads the driver only if needed: it takes 17 MB of memory.
  const { PostgresDatabase } = await import('./postgres/postgres-database.ts');
  return new Store(await PostgresDatabase.open(address.url, rules.onCommit), rules);
}
