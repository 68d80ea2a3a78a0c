import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Client } from 'pg';

/** Limits the start of a cluster; an idle machine needs about a second and a half. */
const startTimeoutMs = 60_000;

/** A PostgreSQL server for one run of tests. */
export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/**
 * Uses the server that `DATABASE_URL` names, or else starts a cluster in a folder of its own. The
 * cluster ends with the process that started it, even when that one is killed.
 * @throws Error when there is no cluster within a minute; standard error says why.
 */
export async function startPostgres() {
  const given = process.env['DATABASE_URL'] ?? '';
  const cluster = /^postgres(ql)?:/.test(given) ? undefined : await startCluster();
  const server = cluster?.url ?? given;
  const names: string[] = [];
  const dropAll = async () => {
    for (const name of names) await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return {
    /** Creates a database and returns its address. */
    createDatabase: async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      // Unlike template1, template0 has no connections, each of which makes CREATE DATABASE fail.
      await execute(server, `CREATE DATABASE ${name} TEMPLATE template0`);
      names.push(name);
      return Object.assign(new URL(server), { pathname: `/${name}` }).href;
    },
    /** Stops the cluster, or drops the databases created here when the server was given. */
    stop: cluster?.stop ?? dropAll,
  };
}

async function startCluster() {
  // Ctrl-C in a terminal reaches this process alone, whose tests still need the cluster.
  const options = { detached: true, execArgv: [] };
  const keeper = fork(new URL('postgres-keeper.ts', import.meta.url), options);
  const exited = once(keeper, 'exit');
  const signal = AbortSignal.timeout(startTimeoutMs);
  const [url]: unknown[] = await Promise.race([once(keeper, 'message', { signal }), exited]);
  if (typeof url !== 'string') {
    throw new Error('PostgreSQL did not start; standard error says why');
  }
  const stop = async () => {
    keeper.disconnect();
    await exited;
  };
  return { url, stop };
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
