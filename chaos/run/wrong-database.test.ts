import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { expect, it } from 'vitest';
import { environmentOf } from './settings.ts';

const program = fileURLToPath(new URL('../../packages/proxy/src/server.ts', import.meta.url));
const isLinux = process.platform === 'linux';
const unless = isLinux ? '' : ' (NOT RUN: needs Linux)';

/** Starts a proxy that should fail, and returns how it ended. */
function start(file: string, prefix: readonly string[] = []) {
  const databaseUrl = `sqlite:${file}`;
  const env = environmentOf({ databaseUrl });
  const [command, ...args] = [...prefix, process.execPath, program] as const;
  const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8', timeout: 110_000 });
  return { status, stderr };
}

const cannotBeWritten = {
  status: 1,
  stderr: 'DATABASE_URL must name a file that can be made and written\n',
};

it.runIf(isLinux)(`does not start on a full disk${unless}`, () => {
  const file = join(temporaryFolder(), 'checkout.db');

  expect(start(file, ['prlimit', '--fsize=1'])).toEqual(cannotBeWritten);
});

it.runIf(isLinux)(`does not start on a read-only database${unless}`, () => {
  const folder = temporaryFolder();
  const file = join(folder, 'checkout.db');
  new DatabaseSync(file).close();
  for (const path of [file, folder]) chmodSync(path, 0o555);
  // Root can write everything, so it drops that capability.
  const prefix =
    process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];

  expect(start(file, prefix)).toEqual(cannotBeWritten);
});

it('does not start on a database of another version, and leaves it unchanged', () => {
  const file = join(temporaryFolder(), 'checkout.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE payments (id TEXT); PRAGMA user_version = 99');
  database.close();
  const before = readFileSync(file);

  expect(start(file)).toEqual({
    status: 1,
    stderr: 'DATABASE_URL names a database of another program\n',
  });
  expect(tablesOf(file)).toEqual(['payments']);
  expect(readFileSync(file).length).toBe(before.length);
});

function tablesOf(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare('SELECT name FROM sqlite_schema').all();
  database.close();
  return tables.map(({ name }) => name);
}
