import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, inject, onTestFinished } from 'vitest';
import { createDatabaseOn, dropDatabaseOn } from './postgres.ts';
import { starterName } from './postgres-setup.ts';

/** Starts with the import of this file, so that no test's time limit pays for the start of the cluster. */
const server = await startedServer();

/** A database that the tests of one file take one after the other. */
export interface SharedDatabase {
  url: string;
  /** Runs a statement where the proxy has its tables. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Takes all tables of the proxy out. */
  clear(): Promise<void>;
}

/** Creates a database of PostgreSQL for the length of a test and returns its address. */
export async function createDatabase(): Promise<string> {
  const name = newName();
  onTestFinished(async () => dropDatabaseOn(server, name));
  return createDatabaseOn(server, name);
}

/** Creates a database for all tests of a file: one for each would take longer than most tests. */
export async function shareDatabase(): Promise<SharedDatabase> {
  const name = newName();
  const url = await createDatabaseOn(server, name);
  const client = new Client({ connectionString: url, options: '-c search_path=card_checkout' });
  await client.connect();
  afterAll(async () => {
    await client.end();
    await dropDatabaseOn(server, name);
  });
  return {
    url,
    query: async (sql, values = []) => (await client.query(sql, values)).rows,
    clear: async () => void (await client.query('DROP SCHEMA IF EXISTS card_checkout CASCADE')),
  };
}

function newName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}

async function startedServer(): Promise<string> {
  const answer = await fetch(inject(starterName));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
