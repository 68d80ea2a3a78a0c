import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Client } from 'pg';

/** An idle machine needs about 1.5 s. */
const startTimeoutMs = 60_000;

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/**
 * Starts a cluster in a new folder. It stops when this process ends, even by SIGKILL.
 * @throws Error if the cluster isn't up within a minute; see standard error.
 */
export async function startPostgres() {
  // Ctrl-C must not stop the cluster before the tests end.
  const options = { detached: true, execArgv: [] };
  const keeper = fork(new URL('postgres-keeper.ts', import.meta.url), options);
  const exited = once(keeper, 'exit');
  const signal = AbortSignal.timeout(startTimeoutMs);
  const [server]: unknown[] = await Promise.race([once(keeper, 'message', { signal }), exited]);
  if (typeof server !== 'string') {
    throw new Error("PostgreSQL didn't start; see standard error");
  }
  return {
    createDatabase: async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      const client = new Client({ connectionString: server });
      await client.connect();
      // template1 may have open connections, which make CREATE DATABASE fail.
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
