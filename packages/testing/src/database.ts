import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { starterName } from './postgres-setup.ts';

/** Creates a database of PostgreSQL for the run, and returns its address. */
export async function createDatabase(): Promise<string> {
  const answer = await fetch(inject(starterName));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Creates a database for all tests of a file: one for each would take longer than most tests. */
export async function shareDatabase() {
  const url = await createDatabase();
  const client = new Client({ connectionString: url, options: '-c search_path=card_checkout' });
  await client.connect();
  afterAll(async () => client.end());
  return {
    url,
    /** Runs a statement where the proxy has its tables. */
    query: async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
      (await client.query(sql, values)).rows,
    clear: async () => void (await client.query('DROP SCHEMA IF EXISTS card_checkout CASCADE')),
  };
}
