import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { starterName } from './postgres-setup.ts';

/** A database that the tests of one file take one after the other. */
interface SharedDatabase {
  url: string;
  /** Runs a statement where the proxy has its tables. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Takes all tables of the proxy out. */
  clear(): Promise<void>;
}

/** Creates a database of PostgreSQL, which is dropped after the run, and returns its address. */
export async function createDatabase(): Promise<string> {
  const answer = await fetch(inject(starterName));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Creates a database for all tests of a file: one for each would take longer than most tests. */
export async function shareDatabase(): Promise<SharedDatabase> {
  const url = await createDatabase();
  const client = new Client({ connectionString: url, options: '-c search_path=card_checkout' });
  await client.connect();
  afterAll(async () => client.end());
  return {
    url,
    query: async (sql, values = []) => (await client.query(sql, values)).rows,
    clear: async () => void (await client.query('DROP SCHEMA IF EXISTS card_checkout CASCADE')),
  };
}
