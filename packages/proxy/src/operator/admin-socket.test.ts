import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { Client } from 'undici';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { noon } from '../../testing/payments.ts';
import { startProxy } from '../../testing/running-proxy.ts';
import { openSqlite } from '../../testing/stores.ts';
import { EventLog } from '../telemetry/log.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { Operator } from './operator.ts';
import { adminSocket, answeringSocket, connectionFault } from './admin-socket.ts';

/** Leaves the file of a socket whose process was killed. */
function leaveSocket(path: string): void {
  const listens = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', listens, path]);
}

it('is beside the file of SQLite, for its owner alone, as long as the proxy runs', async () => {
  const proxy = await startProxy();
  const path = join(proxy.folder, 'admin.sock');

  expect(statSync(path).mode % 0o1000).toBe(0o600);
  await proxy.close();
  expect(existsSync(path)).toBe(false);
});

it('replaces the socket of a process that is gone', async () => {
  const ADMIN_SOCKET = join(temporaryFolder(), 'a.sock');
  leaveSocket(ADMIN_SOCKET);
  expect(existsSync(ADMIN_SOCKET)).toBe(true);

  await startProxy({ ADMIN_SOCKET });

  expect(await connectionFault(ADMIN_SOCKET)).toBeUndefined();
});

it('stops the start where another proxy listens, or where there is another file', async () => {
  const [ADMIN_SOCKET, file] = ['a.sock', 'file'].map((name) => join(temporaryFolder(), name));
  await startProxy({ ADMIN_SOCKET });
  writeFileSync(String(file), 'mine');

  await expect(startProxy({ ADMIN_SOCKET })).rejects.toThrow(
    `ADMIN_SOCKET ${ADMIN_SOCKET} belongs to another running proxy`,
  );
  await expect(startProxy({ ADMIN_SOCKET: file })).rejects.toThrow(
    `ADMIN_SOCKET ${file} isn't available (EADDRINUSE)`,
  );
  expect(await connectionFault(String(ADMIN_SOCKET))).toBeUndefined();
});

it('is one of several in a folder, which only its user may open', async () => {
  const ADMIN_SOCKET = join(temporaryFolder(), 'sockets/');
  const first = await startProxy({ ADMIN_SOCKET });
  leaveSocket(join(ADMIN_SOCKET, 'dead.sock'));
  await startProxy({ ADMIN_SOCKET });

  const both = readdirSync(ADMIN_SOCKET);
  await first.close();

  expect(both).toEqual([expect.stringMatching(/\.sock$/), expect.stringMatching(/\.sock$/)]);
  expect(both).not.toContain('dead.sock');
  expect(statSync(ADMIN_SOCKET).mode % 0o1000).toBe(0o700);
  expect((await answeringSocket(ADMIN_SOCKET)).path).toMatch(/\.sock$/);

  chmodSync(ADMIN_SOCKET, 0o755);
  await expect(startProxy({ ADMIN_SOCKET })).rejects.toThrow('is no folder of this user alone');
  await expect(answeringSocket(ADMIN_SOCKET)).rejects.toThrow('is no folder of this user alone');
});

it.each([{ ADMIN_SOCKET: 'off' }, { DATABASE_URL: 'sqlite::memory:' }])(
  'is not there with %j',
  async (env) => {
    const proxy = await startProxy(env);

    expect(existsSync(join(proxy.folder, 'admin.sock'))).toBe(false);
  },
);

it('ends a purge whose client is gone', async () => {
  const app = Fastify();
  onTestFinished(async () => app.close());
  const path = join(temporaryFolder(), 'a.sock');
  const begun = Promise.withResolvers<AbortSignal>();
  const ended = Promise.withResolvers<unknown>();
  const retention = {
    count: async () => ({ orders: 0, payments: 0 }),
    purge: async (_before: Date, signal = AbortSignal.abort()) => {
      begun.resolve(signal);
      await once(signal, 'abort');
      ended.resolve(signal.reason);
      throw signal.reason;
    },
  };
  const emit = vi.spyOn(EventLog.prototype, 'emit');
  onTestFinished(() => emit.mockRestore());
  const log = new EventLog(app.log, new Metrics());
  const store = openSqlite(':memory:');
  const operator = new Operator({ store, announce: () => undefined, log, now: () => noon });
  await app.register(adminSocket, {
    place: path,
    operator,
    store,
    retention,
    log,
    now: () => noon,
  });
  await app.ready();
  const client = new Client('http://localhost', { socketPath: path });
  const body = JSON.stringify({ args: ['purge', '--older-than', '30d', '--yes'], by: 'maria' });
  const headers = { 'content-type': 'application/json' };
  const asked = client.request({ method: 'POST', path: '/', headers, body });
  await begun.promise;

  await Promise.all([client.destroy(), expect(asked).rejects.toThrow()]);

  expect(await ended.promise).toMatchObject({ name: 'AbortError' });
  await app.close();
  expect(emit).not.toHaveBeenCalledWith('unexpected_error', expect.anything());
});
