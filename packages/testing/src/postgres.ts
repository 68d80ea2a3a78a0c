import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Client } from 'pg';

/** Limits the start of a cluster; an idle machine needs about a second and a half. */
const startTimeoutMs = 60_000;

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/**
 * Starts a cluster in a folder of its own. It ends with the process that started it, even when that
 * one is killed.
 * @throws Error when there is no cluster within a minute; standard error says why.
 */
export async function startPostgres() {
  // Ctrl-C in a terminal reaches this process alone, whose tests still need the cluster.
  const options = { detached: true, execArgv: [] };
  const keeper = fork(new URL('postgres-keeper.ts', import.meta.url), options);
  const exited = once(keeper, 'exit');
  const signal = AbortSignal.timeout(startTimeoutMs);
  const [server]: unknown[] = await Promise.race([once(keeper, 'message', { signal }), exited]);
  if (typeof server !== 'string') {
    throw new Error('PostgreSQL did not start; standard error says why');
  }
  return {
    createDatabase: async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      const client = new Client({ connectionString: server });
      await client.connect();
      // Unlike template1, template0 has no connections, each of which makes CREATE DATABASE fail.
      await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
      await client.end();
      return Object.assign(new URL(server), { pathname: `/${name}` }).href;
    },
    stop: async () => {
      keeper.disconnect();
      await exited;
    },
  };
}
