import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { createDatabaseOn, dropDatabaseOn } from './postgres.test-support.ts';

/** Starts with the import of this file, so that no test's time limit pays for the cluster's start. */
const server = await startedServer();

/** Creates a database of PostgreSQL for the length of a test and returns its address. */
export async function createDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  onTestFinished(async () => dropDatabaseOn(server, name));
  return createDatabaseOn(server, name);
}

async function startedServer(): Promise<string> {
  const answer = await fetch(inject('postgresStarter'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
