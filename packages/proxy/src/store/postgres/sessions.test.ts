import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDatabase } from '@card-checkout/testing/database';
import { runProgram, temporaryFolder } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { expect, it } from 'vitest';
import { openPostgres } from '../../../testing/stores.ts';

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;

/** Starts PgBouncer before a new database, and returns its address. */
async function startPooler(settings: string): Promise<string> {
  const server = new URL(await createDatabase());
  const port = await freePort();
  const { hostname, port: serverPort, username, password, pathname } = server;
  const file = join(temporaryFolder(), 'pgbouncer.ini');
  const target = `host=${hostname} port=${serverPort} user=${username} password=${password}`;
  const own = `listen_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\nunix_socket_dir =`;
  const ignored = 'ignore_startup_parameters = extra_float_digits';
  writeFileSync(
    file,
    `[databases]\n* = ${target} dbname=${pathname.slice(1)}\n[pgbouncer]\n${own}\n${ignored}\n${settings}`,
    { mode: 0o644 },
  );
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  chmodSync(dirname(file), 0o755);
  const { said } = runProgram({ command: 'pgbouncer', args: [...user, file], env: process.env });
  await expect.poll(() => said.err).toContain('process up');
  return Object.assign(server, { hostname: '127.0.0.1', port: String(port) }).href;
}

it.skipIf(!isInstalled).each([
  ['pool_mode = transaction', 'share sessions'],
  ['pool_mode = transaction\nserver_round_robin = 1\nmin_pool_size = 3', 'share sessions'],
  ['pool_mode = statement', 'share sessions'],
  ['pool_mode = session\ndefault_pool_size = 10', 'fewer than 11 connections'],
])('refuses a pooler with %s', { timeout: 20_000 }, async (settings, problem) => {
  await expect(openPostgres(await startPooler(settings))).rejects.toThrow(problem);
});

it.skipIf(!isInstalled)('takes a pooler that gives each connection a session', async () => {
  const url = await startPooler('pool_mode = session\ndefault_pool_size = 11');

  await expect((await openPostgres(url)).check()).resolves.toBeUndefined();
});
