import type { Secret } from '../sensitive/secret.ts';
import { SqliteDatabase } from './sqlite/sqlite-database.ts';
import { Store, type StoreRules } from './store.ts';

/** Where attempts are kept: a file or `:memory:`, or a server whose address contains a password. */
export type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: Secret };

/** Opens a store. Throws a `StoreError` when that fails. */
export async function openStore(address: DatabaseAddress, rules: StoreRules): Promise<Store> {
  if (address.kind === 'sqlite') {
    return new Store(new SqliteDatabase(address.path, rules.onCommit), rules);
  }
  // The driver takes 17 MB of memory; load it only where it is used.
  const { PostgresDatabase } = await import('./postgres/postgres-database.ts');
  return new Store(await PostgresDatabase.open(address.url, rules.onCommit), rules);
}
