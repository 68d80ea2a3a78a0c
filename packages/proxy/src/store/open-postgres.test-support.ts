import { onTestFinished } from 'vitest';
import { Secret } from '../secret.ts';
import { rules } from './attempts.test-support.ts';
import { PostgresStore } from './postgres.ts';
import type { StoreRules } from './store.ts';

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
