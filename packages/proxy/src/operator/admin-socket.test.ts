import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { startProxy } from '../../testing/running-proxy.ts';
import { connectionFault } from './admin-socket.ts';

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
    `ADMIN_SOCKET ${file} is not available (EADDRINUSE)`,
  );
  expect(await connectionFault(String(ADMIN_SOCKET))).toBeUndefined();
});

it.each([{ ADMIN_SOCKET: 'off' }, { DATABASE_URL: 'sqlite::memory:' }])(
  'is not there with %j',
  async (env) => {
    const proxy = await startProxy(env);

    expect(existsSync(join(proxy.folder, 'admin.sock'))).toBe(false);
  },
);
