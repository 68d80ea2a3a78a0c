import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client, escapeIdentifier } from 'pg';

/** Limits the start of a cluster; an idle machine needs about a second and a half. */
const startTimeoutMs = 60_000;

/** A PostgreSQL server that a program other than vitest uses. */
export interface Postgres {
  /** Address of the database in which nothing but `CREATE DATABASE` and `DROP DATABASE` happens. */
  url: string;
  /** Creates a database of its own and returns its address. */
  createDatabase(name: string): Promise<string>;
  /** Stops the cluster, or drops the databases created here when the server was given. */
  stop(): Promise<void>;
}

/**
 * Uses the server that `DATABASE_URL` names, or else starts a cluster in a folder of its own. The
 * cluster ends with the process that started it, even when that one is killed.
 * @throws Error when there is no cluster within a minute; standard error says why.
 */
export async function startPostgres(given = process.env['DATABASE_URL']): Promise<Postgres> {
  return given?.match(/^postgres(ql)?:/) ? useServer(given) : startCluster();
}

/** Creates a database on a server and returns its address. */
export async function createDatabaseOn(server: string, name: string): Promise<string> {
  // Unlike template1, template0 has no connections, each of which makes CREATE DATABASE fail.
  await execute(server, `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database and breaks the connections that are left. */
export async function dropDatabaseOn(server: string, name: string): Promise<void> {
  await execute(server, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
}

function useServer(url: string): Postgres {
  const names = new Set<string>();
  const createDatabase = async (name: string) => {
    names.add(name);
    return createDatabaseOn(url, name);
  };
  const stop = async () => {
    for (const name of names) await dropDatabaseOn(url, name);
  };
  return { url, createDatabase, stop };
}

async function startCluster(): Promise<Postgres> {
  const keeper = spawn(
    process.execPath,
    [fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))],
    // Ctrl-C in a terminal reaches this process alone, whose tests still need the cluster.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true, windowsHide: true },
  );
  const exited = once(keeper, 'exit');
  const url = await firstLine(keeper.stdout);
  if (!url) {
    keeper.kill();
    throw new Error('PostgreSQL did not start; standard error says why');
  }
  const stop = async () => {
    keeper.stdin.end();
    await exited;
  };
  return { url, createDatabase: async (name) => createDatabaseOn(url, name), stop };
}

async function firstLine(input: Readable): Promise<string | undefined> {
  const signal = AbortSignal.timeout(startTimeoutMs);
  for await (const line of createInterface({ input, signal })) return line;
  return undefined;
}

async function execute(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
