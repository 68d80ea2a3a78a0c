import type { ClientBase } from 'pg';
import { StoreError } from '../store.ts';

/** The schema of all tables; the database may contain those of other programs. */
export const schemaName = 'card_checkout';

/**
 * Each migration makes a version of the tables from the one before; a released one never changes.
 * Columns are as in SQLite. JSON is text, because PostgreSQL's own type refuses some valid JSON.
 * Times are text of one length, which `COLLATE "C"` sorts correctly.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE attempts (
    id TEXT COLLATE "C" PRIMARY KEY,
    order_id TEXT COLLATE "C" NOT NULL,
    amount_centavos BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    status TEXT NOT NULL,
    code TEXT,
    fields TEXT,
    payment TEXT,
    alarm_at TEXT COLLATE "C",
    created_at TEXT COLLATE "C" NOT NULL,
    updated_at TEXT COLLATE "C" NOT NULL,
    -- The number of the lease of the instance that runs the attempt.
    lease BIGINT
  );
  CREATE INDEX attempts_of_order ON attempts (order_id);
  CREATE UNIQUE INDEX one_running_attempt ON attempts (order_id)
    WHERE status IN ('reserved', 'sending', 'waiting');
  CREATE INDEX attempts_to_tell ON attempts (alarm_at) WHERE alarm_at IS NOT NULL;
  CREATE TABLE tries (
    attempt_id TEXT COLLATE "C" NOT NULL REFERENCES attempts (id),
    number INTEGER NOT NULL,
    token_hash TEXT COLLATE "C" NOT NULL UNIQUE,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    answer TEXT,
    postback TEXT,
    transaction_id TEXT,
    PRIMARY KEY (attempt_id, number)
  );
  CREATE TABLE events (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    attempt_id TEXT COLLATE "C" NOT NULL REFERENCES attempts (id),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    try_number INTEGER,
    status TEXT NOT NULL,
    details TEXT
  );
  CREATE TABLE messages (
    id TEXT COLLATE "C" PRIMARY KEY,
    receiver TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    next_at TEXT COLLATE "C" NOT NULL,
    deliveries INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX messages_due ON messages (receiver, next_at);
  CREATE TABLE checks (id INTEGER PRIMARY KEY, checked_at TEXT NOT NULL);
  -- Every instance holds a lease while it lives. Times are those of the database's clock.
  CREATE TABLE leases (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Since when it has been held without a gap.
    since TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    expires_at TIMESTAMPTZ NOT NULL
  );
  `,
  `CREATE INDEX attempts_unsettled ON attempts (status) WHERE status IN ('pending', 'unknown')`,
  `
  ALTER TABLE tries ADD COLUMN postback_at TEXT COLLATE "C";
  ALTER TABLE tries ALTER COLUMN ended_at TYPE TEXT COLLATE "C";
  CREATE INDEX tries_accepted ON tries (ended_at)
    WHERE answer IN ('charged', 'exists') OR postback_at IS NOT NULL;
  `,
  `
  ALTER TABLE attempts ADD COLUMN installments INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE attempts ADD COLUMN order_signed_at BIGINT;
  `,
  `
  -- What a shop may keep of a card (PCI DSS 3.5.1).
  ALTER TABLE attempts ADD COLUMN card_brand TEXT;
  ALTER TABLE attempts ADD COLUMN card_last4 TEXT;
  ALTER TABLE attempts ADD COLUMN card_kind TEXT;
  ALTER TABLE attempts ADD COLUMN outcome_at TEXT;
  ALTER TABLE messages ADD COLUMN attempt_id TEXT COLLATE "C";
  CREATE INDEX messages_of_attempt ON messages (attempt_id, created_at) WHERE attempt_id IS NOT NULL;
  `,
  `CREATE INDEX attempts_by_change ON attempts (updated_at, id)`,
  `
  -- Alarms stay; support notes which it acted on.
  CREATE TABLE alarms (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    attempt_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    code TEXT NOT NULL,
    at TEXT NOT NULL,
    acknowledged_at TEXT,
    acknowledged_by TEXT
  );
  CREATE INDEX alarms_of_order ON alarms (order_id);
  CREATE INDEX alarms_open ON alarms (id) WHERE acknowledged_at IS NULL;
  -- In a large database, the operator may have made it before (docs/database.md).
  CREATE INDEX IF NOT EXISTS events_of_attempt ON events (attempt_id);
  -- Set by an operator: 'approved' or 'declined'.
  ALTER TABLE attempts ADD COLUMN resolution TEXT;
  ALTER TABLE attempts ADD COLUMN decided_by TEXT;
  `,
  `
  -- The orders that were deleted after they had been paid, by SHA-256 of their ids.
  CREATE TABLE paid_orders (order_hash TEXT COLLATE "C" PRIMARY KEY);
  `,
  `
  -- SHA-256 of the authentication that a payment brought, and those of payments that were deleted.
  ALTER TABLE attempts ADD COLUMN proof_hash TEXT COLLATE "C";
  CREATE INDEX attempts_of_proof ON attempts (proof_hash) WHERE proof_hash IS NOT NULL;
  CREATE TABLE used_proofs (proof_hash TEXT COLLATE "C" PRIMARY KEY);
  CREATE VIEW attempts_with_tries AS
    SELECT a.*, t.number, t.token_hash, t.started_at, t.ended_at, t.answer, t.postback,
      t.postback_at, t.transaction_id
    FROM attempts a JOIN tries t ON t.attempt_id = a.id;
  `,
];

/** How long a statement may take here: an index of a large table, or the wait for another instance. */
const timeoutMs = 60_000;

/**
 * Creates or migrates the schema and its tables, while every other instance waits. Throws a
 * `StoreError` for tables of a newer version or of another program, and for a server whose commits
 * are not durable.
 */
export async function preparePostgres(client: ClientBase): Promise<void> {
  const settings = await client.query(`
    SELECT current_setting('fsync') = 'on' AS "keepsWrites", NOT pg_is_in_recovery() AS "takesWrites",
      current_setting('synchronous_commit') = 'on' AS "waitsForDisk",
      current_setting('server_encoding') = 'UTF8' AS "isUnicode"`);
  const error = errorOfSettings(settings.rows[0]);
  if (error) throw error;

  await client.query('BEGIN');
  await client.query(
    `SET LOCAL statement_timeout = ${timeoutMs}; SET LOCAL lock_timeout = ${timeoutMs}`,
  );
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [schemaName]);
  const version = await versionOf(client);
  if (version > migrations.length) {
    throw new StoreError('DATABASE_URL names a database of a newer version of this program');
  }
  for (const migration of migrations.slice(version)) await client.query(migration);
  await client.query('UPDATE schema_version SET version = $1', [migrations.length]);
  await client.query('COMMIT');
}

/** The settings of a server that decide whether payments are safe with it. */
interface ServerSettings {
  keepsWrites: boolean;
  takesWrites: boolean;
  waitsForDisk: boolean;
  isUnicode: boolean;
}

/** Explains in a sentence why payments are not safe with such a server, if they are not. */
export function errorOfSettings(settings: ServerSettings): StoreError | undefined {
  const { keepsWrites, takesWrites, waitsForDisk, isUnicode } = settings;
  const problems: readonly (readonly [isFine: boolean, problem: string])[] = [
    [keepsWrites, 'a server that may lose what it commits (fsync off)'],
    [waitsForDisk, 'a server that may lose what it commits (synchronous_commit off)'],
    [takesWrites, 'a server that is read-only'],
    [isUnicode, 'a database that does not hold every text (its encoding is not UTF8)'],
  ];
  const found = problems.find(([isFine]) => !isFine);
  return found && new StoreError(`DATABASE_URL names ${found[1]}`);
}

/** Returns the version of the tables, and creates the schema if there is none. */
async function versionOf(client: ClientBase): Promise<number> {
  const found = await client.query(
    `SELECT to_regnamespace($1) IS NOT NULL AS "isMade",
      to_regclass($1 || '.schema_version') IS NOT NULL AS "hasVersion",
      (SELECT count(*)::int FROM pg_class WHERE relnamespace = to_regnamespace($1)) AS relations`,
    [schemaName],
  );
  const { isMade, hasVersion, relations } = found.rows[0];
  if (!hasVersion && relations > 0) throw foreign;
  // A user who owns the schema may lack the right to create one.
  if (!isMade) await client.query(`CREATE SCHEMA ${schemaName}`);
  if (!hasVersion) {
    await client.query('CREATE TABLE schema_version (version INTEGER NOT NULL)');
    await client.query('INSERT INTO schema_version VALUES (0)');
  }
  const stored = await client.query('SELECT version FROM schema_version');
  const version: unknown = stored.rows[0]?.version;
  if (typeof version !== 'number') throw foreign;
  return version;
}

const foreign = new StoreError(
  `DATABASE_URL names a database whose schema ${schemaName} is of another program`,
);
