import { Secret } from '../../packages/proxy/src/sensitive/secret.ts';
import { startPostgres, type Postgres } from '@card-checkout/testing/postgres';
import { PostgresDatabase } from '../../packages/proxy/src/store/postgres/database.ts';
import type { LaneStore } from './lane-store.ts';
import { readStored, type Stored } from '../check/stored.ts';

/** How long the lease of an instance that was killed still holds its attempts, and some more. */
const leaseMs = 16_000;

/** Starts PostgreSQL; makes a database for each lane, which two instances share. */
export async function postgresStores(): Promise<{
  createStore: () => Promise<LaneStore>;
  stop: Postgres['stop'];
}> {
  const server = await startPostgres();
  const createStore = async () => {
    const databaseUrl = await server.createDatabase();
    const read = async () => readDatabase(databaseUrl);
    return { databaseUrl, instances: 2, leaseMs, buyers: 60, patience: 2, read };
  };
  return { createStore, stop: async () => server.stop() };
}

async function readDatabase(url: string): Promise<Stored> {
  const database = new PostgresDatabase(new Secret(url));
  try {
    return await readStored(async (sql) => database.all(sql));
  } finally {
    await database.close();
  }
}
