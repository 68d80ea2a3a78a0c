import type { Secret } from '../sensitive/secret.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import type { Store, StoreRules } from './store.ts';

/** Where attempts are kept: a file or `:memory:`, or a server whose address contains a password. */
export type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: Secret };

/** Opens a store. Throws a `StoreError` when that fails. */
export async function openStore(address: DatabaseAddress, rules: StoreRules): Promise<Store> {
  if (address.kind === 'sqlite') return new SqliteStore(address.path, rules);
  // The driver takes 17 MB of memory; load it only where it is used.
  const { PostgresStore } = await import('./postgres/postgres-store.ts');
  return PostgresStore.open(address.url, rules);
}
