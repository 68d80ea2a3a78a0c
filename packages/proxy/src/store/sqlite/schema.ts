import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store.ts';

/** 16 MB of 4 kB pages: a page that changes often is then copied to the database once. */
const pagesBetweenCheckpoints = 4000;

/** Marks the file as ours (`PRAGMA application_id`): "CCP" and a zero byte. */
const applicationId = 0x43_43_50_00;

/**
 * Each migration makes a version of the tables from the one before; a released one never changes.
 * Rows are numbered in the order of arrival, so a commit appends them to few pages. Sorted by their
 * random keys, each row would be on another page.
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
  `
  ALTER TABLE tries ADD COLUMN postback_at TEXT;
  CREATE INDEX tries_accepted ON tries (ended_at)
    WHERE answer IN ('charged', 'exists') OR postback_at IS NOT NULL;
  `,
  `
  ALTER TABLE attempts ADD COLUMN installments INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE attempts ADD COLUMN order_signed_at INTEGER;
  `,
  `
  -- What a shop may keep of a card (PCI DSS 3.5.1).
  ALTER TABLE attempts ADD COLUMN card_brand TEXT;
  ALTER TABLE attempts ADD COLUMN card_last4 TEXT;
  ALTER TABLE attempts ADD COLUMN card_kind TEXT;
  ALTER TABLE attempts ADD COLUMN outcome_at TEXT;
  ALTER TABLE messages ADD COLUMN attempt_id TEXT;
  CREATE INDEX messages_of_attempt ON messages (attempt_id, created_at) WHERE attempt_id IS NOT NULL;
  `,
  `CREATE INDEX attempts_by_change ON attempts (updated_at, id)`,
  `
  -- Alarms stay; support notes which it acted on.
  CREATE TABLE alarms (
    id INTEGER PRIMARY KEY,
    attempt_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    code TEXT NOT NULL,
    at TEXT NOT NULL,
    acknowledged_at TEXT,
    acknowledged_by TEXT
  ) STRICT;
  CREATE INDEX alarms_of_order ON alarms (order_id);
  CREATE INDEX alarms_open ON alarms (id) WHERE acknowledged_at IS NULL;
  CREATE INDEX events_of_attempt ON events (attempt_id);
  -- Set by an operator: 'approved' or 'declined'.
  ALTER TABLE attempts ADD COLUMN resolution TEXT;
  ALTER TABLE attempts ADD COLUMN decided_by TEXT;
  `,
  `
  -- The orders that were deleted after they had been paid, by SHA-256 of their ids.
  CREATE TABLE paid_orders (order_hash TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  `,
  `
  -- The first try, while it is the only one; empty where \`tries\` has all of them.
  ALTER TABLE attempts ADD COLUMN token_hash TEXT;
  ALTER TABLE attempts ADD COLUMN ended_at TEXT;
  ALTER TABLE attempts ADD COLUMN answer TEXT;
  ALTER TABLE attempts ADD COLUMN postback TEXT;
  ALTER TABLE attempts ADD COLUMN postback_at TEXT;
  ALTER TABLE attempts ADD COLUMN transaction_id TEXT;
  CREATE INDEX attempts_accepted ON attempts (ended_at)
    WHERE answer IN ('charged', 'exists') OR postback_at IS NOT NULL;
  -- SHA-256 of the authentication that a payment brought, and those of payments that were deleted.
  ALTER TABLE attempts ADD COLUMN proof_hash TEXT;
  CREATE INDEX attempts_of_proof ON attempts (proof_hash) WHERE proof_hash IS NOT NULL;
  CREATE TABLE used_proofs (proof_hash TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  -- What \`events\` had a row for each: JSON objects with commas between them.
  ALTER TABLE attempts ADD COLUMN steps TEXT;
  CREATE VIEW attempts_with_tries AS
    SELECT a.id, a.order_id, a.amount_centavos, a.installments, a.order_signed_at, a.fingerprint,
      a.proof_hash, a.card_brand, a.card_last4, a.card_kind, a.status, a.code, a.fields, a.payment,
      a.alarm_at, a.outcome_at, a.decided_by, a.resolution, a.created_at, a.updated_at,
      coalesce(t.number, 1) AS number, coalesce(t.token_hash, a.token_hash) AS token_hash,
      coalesce(t.started_at, a.created_at) AS started_at, coalesce(t.ended_at, a.ended_at) AS ended_at,
      coalesce(t.answer, a.answer) AS answer, coalesce(t.postback, a.postback) AS postback,
      coalesce(t.postback_at, a.postback_at) AS postback_at,
      coalesce(t.transaction_id, a.transaction_id) AS transaction_id
    FROM attempts a LEFT JOIN tries t ON t.attempt_id = a.id;
  `,
];

/**
 * Makes every commit durable, locks out other processes, lets what is deleted be overwritten, and
 * creates or migrates the tables. Throws
 * a `StoreError` for a file of a newer version or of another program, and when SQLite does not accept
 * the settings.
 */
export function prepareSqlite(database: DatabaseSync, path: string): void {
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA wal_autocheckpoint = ${pagesBetweenCheckpoints};
  `);
  const journal = pragma(database, 'journal_mode');
  const isDurable = journal === (path === ':memory:' ? 'memory' : 'wal');
  if (!isDurable || pragma(database, 'synchronous') !== 2) {
    throw new StoreError('DATABASE_URL names a disk that does not keep its writes (no WAL there)');
  }

  database.exec('BEGIN IMMEDIATE');
  const version = versionOf(database);
  if (version === undefined) throw foreign;
  if (version > migrations.length) throw newerVersion;
  for (const migration of migrations.slice(version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${migrations.length}`);
  database.exec('COMMIT');
}

const foreign = new StoreError('DATABASE_URL names a database of another program');

const newerVersion = new StoreError(
  'DATABASE_URL names a database of a newer version of this program',
);

/** Returns the version of the tables: 0 for a new file, `undefined` for one that is not ours. */
function versionOf(database: DatabaseSync): number | undefined {
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.['count'];
  if (tables === 0) return 0;
  const version = pragma(database, 'user_version');
  const isOurs = pragma(database, 'application_id') === applicationId;
  return isOurs && typeof version === 'number' && version > 0 ? version : undefined;
}

/** Explains in a sentence why the file could not be opened. */
export function openingError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : '';
  if (/not a database|malformed/.test(message)) return foreign;
  if (/locked/.test(message)) {
    return new StoreError('DATABASE_URL names a file that another process uses');
  }
  return new StoreError('DATABASE_URL must name a file that can be made and written');
}

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name];
}
