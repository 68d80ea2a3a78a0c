import { onTestFinished } from 'vitest';
import { Secret } from '../src/sensitive/secret.ts';
import { rules } from './attempts.ts';
import { PostgresStore } from '../src/store/postgres/postgres-store.ts';
import type { StoreRules } from '../src/store/store.ts';

/** Opens a store for the length of a test; its lease is as long as in production unless said. */
export async function openPostgres(
  url: string,
  { leaseMs, ...changed }: Partial<StoreRules> & { leaseMs?: number } = {},
): Promise<PostgresStore> {
  const options = leaseMs === undefined ? {} : { leaseMs };
  const store = await PostgresStore.open(new Secret(url), { ...rules, ...changed }, options);
  onTestFinished(async () => store.close());
  return store;
}
