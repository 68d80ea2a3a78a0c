import type { DatabaseSync } from 'node:sqlite';
import { StoreFault } from '../store-fault.ts';

/** Keeps pages of 4 kB in the WAL until there are 16 MB of them: a page that changes often is copied once. */
const pagesBetweenCheckpoints = 4000;

/** Marks the file as ours (`PRAGMA application_id`): "CCP" and a zero. */
const applicationId = 0x43_43_50_00;

/**
 * The versions of the tables, each made from the one before; a released one never changes.
 * Rows are numbered as they come, so that a commit appends them to few pages; keys are random, and
 * a table sorted by one would have a page of its own for each row to write.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE attempts (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    order_id TEXT NOT NULL,
    amount_centavos INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    status TEXT NOT NULL,
    code TEXT,
    fields TEXT,
    retryable INTEGER NOT NULL,
    payment TEXT,
    alarm_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX attempts_of_order ON attempts (order_id);
  CREATE INDEX attempts_to_tell ON attempts (alarm_at) WHERE alarm_at IS NOT NULL;
  CREATE TABLE tries (
    attempt_id TEXT NOT NULL REFERENCES attempts (id),
    number INTEGER NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    answer TEXT,
    postback TEXT,
    transaction_id TEXT,
    UNIQUE (attempt_id, number)
  ) STRICT;
  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    attempt_id TEXT NOT NULL REFERENCES attempts (id),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    try_number INTEGER,
    status TEXT NOT NULL,
    details TEXT
  ) STRICT;
  CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    receiver TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    next_at TEXT NOT NULL,
    deliveries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX messages_due ON messages (receiver, next_at);
  CREATE TABLE checks (id INTEGER PRIMARY KEY, checked_at TEXT NOT NULL) STRICT;
  PRAGMA application_id = ${applicationId};
  `,
  `CREATE INDEX attempts_unsettled ON attempts (status) WHERE status IN ('pending', 'unknown')`,
];

/**
 * Makes every commit durable, keeps other processes out, and makes the tables of a new file, or
 * brings those of an older version to this one. Throws a `StoreFault` for a file of a newer version
 * or of another program, and when the settings do not hold.
 */
export function prepareSqlite(database: DatabaseSync, path: string): void {
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = ${pagesBetweenCheckpoints};
  `);
  const journal = pragma(database, 'journal_mode');
  const isDurable = journal === (path === ':memory:' ? 'memory' : 'wal');
  if (!isDurable || pragma(database, 'synchronous') !== 2) {
    throw new StoreFault('DATABASE_URL names a disk that does not keep its writes (no WAL there)');
  }

  database.exec('BEGIN IMMEDIATE');
  const version = versionOf(database);
  if (version === undefined || version > migrations.length) throw otherVersion;
  for (const migration of migrations.slice(version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${migrations.length}`);
  database.exec('COMMIT');
}

const otherVersion = new StoreFault(
  'DATABASE_URL names a database of another program or another version of this one',
);

/** Finds which version the tables have: 0 for a new file, `undefined` for one that is not ours. */
function versionOf(database: DatabaseSync): number | undefined {
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.['count'];
  if (tables === 0) return 0;
  const version = pragma(database, 'user_version');
  const isOurs = pragma(database, 'application_id') === applicationId;
  return isOurs && typeof version === 'number' && version > 0 ? version : undefined;
}

/** Says in a sentence why the file could not be opened. */
export function openingFault(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  const message = error instanceof Error ? error.message : '';
  if (/not a database|malformed/.test(message)) return otherVersion;
  if (/locked/.test(message)) {
    return new StoreFault('DATABASE_URL names a file that another process uses');
  }
  return new StoreFault('DATABASE_URL must name a file that can be made and written');
}

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name];
}
