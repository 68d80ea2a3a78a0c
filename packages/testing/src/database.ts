import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { starterName } from './postgres-setup.ts';

/** Creates a PostgreSQL database for the test run and returns its URL. */
export async function createDatabase(): Promise<string> {
  const answer = await fetch(inject(starterName));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Creates one database for all tests in a file; one per test would be too slow. */
export async function shareDatabase() {
  const url = await createDatabase();
  const client = new Client({ connectionString: url, options: '-c search_path=card_checkout' });
  await client.connect();
  afterAll(async () => client.end());
  return {
    url,
    /** Runs a statement in the proxy's schema. */
    query: async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
      (await client.query(sql, values)).rows,
    clear: async () => void (await client.query('DROP SCHEMA IF EXISTS card_checkout CASCADE')),
  };
}
