import { statusesOf } from '../attempt/statuses.ts';
import { StoreError } from './database.ts';

/** The SQL that differs between SQLite and PostgreSQL. */
export interface Dialect {
  /** Text that sorts by its bytes, so that times sort correctly. */
  text: string;
  /** A number that the database increments. */
  serial: string;
  time: string;
  /** Follows each table's columns. */
  options: string;
}

/**
 * The version of the tables, which the changelog names. Any other version is refused: `export` with the
 * old release and `import` with the new one carry a ledger over.
 */
export const schemaVersion = 1;

/** The version while an import fills the tables. */
export const importing = 0;

export const listOf = (statuses: readonly string[]) =>
  `(${statuses.map((status) => `'${status}'`).join(', ')})`;

/** Condition of the index `payments_unfinished`. SQLite uses it only for queries that repeat it. */
export const isUnfinished = `status IN ${listOf([...statusesOf('running'), ...statusesOf('unresolved')])}`;

/** Creates the tables. `payments` has a row for each payment, which each step rewrites. */
export const tablesIn = ({ text, serial, time, options }: Dialect) => `
  CREATE TABLE schema_version (version INTEGER NOT NULL, checked_at ${text})${options};
  CREATE TABLE payments (
    id ${text} PRIMARY KEY CHECK (id <> ''),
    -- SHA-256 of the order's id, which a deleted order keeps.
    order_key ${text} NOT NULL,
    -- Counts the payments of an order; the first one holds the order's version.
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    -- The lease of the process that runs the payment.
    owner ${text} NOT NULL,
    -- SHA-256 of the authentication's Cavv, in the first payment of an order that brings it.
    proof_hash ${text},
    -- The payment's; 'deleted' in the blank row of a deleted order.
    status ${text} NOT NULL,
    changed_at ${text},
    due_at ${text},
    -- JSON: a payment; in a blank row, its status.
    state ${text} NOT NULL,
    -- JSON: an object for each step, separated by commas.
    steps ${text} NOT NULL,
    UNIQUE (order_key, number)
  )${options};
  CREATE UNIQUE INDEX payments_by_proof ON payments (proof_hash) WHERE proof_hash IS NOT NULL;
  CREATE INDEX payments_by_change ON payments (changed_at, id);
  CREATE INDEX payments_unfinished ON payments (status) WHERE ${isUnfinished};
  CREATE INDEX payments_due ON payments (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE messages (
    id ${text} PRIMARY KEY,
    payment_id ${text},
    receiver ${text} NOT NULL,
    body ${text} NOT NULL,
    created_at ${text} NOT NULL,
    next_at ${text} NOT NULL,
    deliveries INTEGER NOT NULL DEFAULT 0,
    -- 1 while a process delivers it.
    taken INTEGER NOT NULL DEFAULT 0
  )${options};
  CREATE INDEX messages_due ON messages (receiver, next_at);
  CREATE INDEX messages_of_payment ON messages (payment_id, created_at) WHERE payment_id IS NOT NULL;
  -- Alarms stay; support acknowledges them.
  CREATE TABLE alarms (
    id ${serial} PRIMARY KEY,
    payment_id ${text} NOT NULL,
    order_id ${text} NOT NULL,
    code ${text} NOT NULL,
    at ${text} NOT NULL,
    reason ${text},
    acknowledged_at ${text},
    acknowledged_by ${text}
  )${options};
  CREATE INDEX alarms_of_order ON alarms (order_id);
  CREATE INDEX alarms_open ON alarms (id) WHERE acknowledged_at IS NULL;
  -- Live processes. A process without a row has abandoned its running payments.
  CREATE TABLE leases (
    owner ${text} PRIMARY KEY,
    -- Held without a gap since then, by the database's clock.
    since ${time},
    expires_at ${time}
  )${options};
  INSERT INTO schema_version (version) VALUES (${schemaVersion});
`;

export const foreignDatabase = new StoreError('DATABASE_URL names a database of another program');

/** Throws a `StoreError` unless the tables have this version. */
export function checkVersion(version: unknown): void {
  if (typeof version !== 'number') throw foreignDatabase;
  if (version === importing) {
    throw new StoreError(
      'DATABASE_URL names a database whose import failed: import into a new one',
    );
  }
  if (version === schemaVersion) return;
  throw new StoreError(
    `DATABASE_URL names a database of another version of this program: its tables have version ${version}, and this release uses ${schemaVersion}`,
  );
}
