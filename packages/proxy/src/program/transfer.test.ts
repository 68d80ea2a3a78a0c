import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '@card-checkout/testing/proxy-environment';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { program } from '../../testing/proxy-process.ts';
import { startProxy } from '../../testing/running-proxy.ts';
import { usingFile } from '../../testing/stores.ts';

const fixture = readFileSync(
  new URL('../../testing/ledgers/tables-1.jsonl', import.meta.url),
  'utf8',
);

/** Runs a command on a SQLite file, as an operator does. */
function run(command: string, path: string, input = '') {
  const env = environment({ DATABASE_URL: `sqlite:${path}` });
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, command], {
    env,
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('import fills a new file, which check finds fit, a proxy serves and export prints again', async () => {
  const path = join(temporaryFolder(), 'checkout.db');

  const before = run('check', path);
  const imported = run('import', path, fixture);
  const after = run('check', path);
  const exported = run('export', path);

  expect(before.stdout).toBe('ok\n');
  expect(imported).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Imported: \d+ payments, \d+ messages, \d+ alarms\n$/),
  });
  expect(after.stdout).toBe('ok: the database fits this release (tables 1)\n');
  expect(exported).toMatchObject({ status: 0, stdout: fixture });
  await startProxy({ ...environment(), DATABASE_URL: `sqlite:${path}` });
  expect(run('check', path).stdout).toMatch(/^ok, but the database can't be read now/);
  expect(run('export', path)).toMatchObject({ status: 1, stdout: '' });
});

it('check refuses tables of another version, and one whose import failed', () => {
  const path = join(temporaryFolder(), 'checkout.db');
  const cut = run('import', path, fixture.split('\n').slice(0, 5).join('\n'));
  const half = run('check', path);
  usingFile(path, (database) => database.exec('UPDATE schema_version SET version = 7'));
  const other = run('check', path);

  expect([cut.status, cut.stderr]).toEqual([
    1,
    'The export is cut off: its last line is missing\n',
  ]);
  expect([half.status, other.status]).toEqual([1, 1]);
  expect(half.stderr).toContain('whose import failed: import into a new one');
  expect(other.stderr).toContain('its tables have version 7, and this release uses 1');
});

it('export says that there is nothing to export', () => {
  const { status, stderr } = run('export', join(temporaryFolder(), 'none.db'));

  expect([status, stderr]).toEqual([
    1,
    'DATABASE_URL names a database without tables: nothing to export\n',
  ]);
});

it('check is no reason to start the database server first', () => {
  const env = environment({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' });

  const { status, stdout } = spawnSync(process.execPath, [program, 'check'], {
    env,
    encoding: 'utf8',
  });

  expect([status, stdout]).toEqual([
    0,
    "ok, but the database can't be read now; this release needs tables 1\n",
  ]);
});
