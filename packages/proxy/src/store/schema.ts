import { statusesOf } from '../attempt/statuses.ts';
import { StoreError } from './database.ts';

/** The words in which SQLite and PostgreSQL differ. */
export interface Dialect {
  /** Text that sorts by its bytes, as times of one length must. */
  text: string;
  /** A number that the database counts up. */
  serial: string;
  time: string;
  /** What follows a table. */
  options: string;
}

/** The version of the tables. Another one is another database: there are no migrations. */
const schemaVersion = 1;

export const listOf = (statuses: readonly string[]) =>
  `(${statuses.map((status) => `'${status}'`).join(', ')})`;

/** The condition of the index of unfinished payments; SQLite uses it where a query repeats these words. */
export const isUnfinished = `status IN ${listOf([...statusesOf('running'), ...statusesOf('unresolved')])}`;

/** Makes the tables: `payments` has a row for each attempt, which each of its steps rewrites. */
export const tablesIn = ({ text, serial, time, options }: Dialect) => `
  CREATE TABLE schema_version (version INTEGER NOT NULL, checked_at ${text})${options};
  CREATE TABLE payments (
    id ${text} PRIMARY KEY,
    order_id ${text} NOT NULL CHECK (order_id <> ''),
    -- Counts the payments of an order; the first one holds the order's version.
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    -- The lease of the process that runs the payment.
    owner ${text} NOT NULL,
    -- SHA-256 of the authentication's Cavv, in the first payment of an order that brings it.
    proof_hash ${text},
    -- That of the attempt; 'deleted' in the row that a paid order leaves for a while.
    status ${text} NOT NULL,
    changed_at ${text},
    due_at ${text},
    -- JSON: an attempt.
    state ${text} NOT NULL,
    -- JSON: an object for each step, with commas between them.
    steps ${text} NOT NULL,
    UNIQUE (order_id, number)
  )${options};
  CREATE UNIQUE INDEX payments_by_proof ON payments (proof_hash) WHERE proof_hash IS NOT NULL;
  CREATE INDEX payments_by_change ON payments (changed_at, id);
  CREATE INDEX payments_unfinished ON payments (status) WHERE ${isUnfinished};
  CREATE INDEX payments_due ON payments (due_at) WHERE due_at IS NOT NULL;
  -- What waits for delivery.
  CREATE TABLE messages (
    id ${text} PRIMARY KEY,
    payment_id ${text},
    receiver ${text} NOT NULL,
    body ${text} NOT NULL,
    created_at ${text} NOT NULL,
    next_at ${text} NOT NULL,
    deliveries INTEGER NOT NULL DEFAULT 0
  )${options};
  CREATE INDEX messages_due ON messages (receiver, next_at);
  CREATE INDEX messages_of_payment ON messages (payment_id, created_at) WHERE payment_id IS NOT NULL;
  -- Alarms stay; support notes which it acted on.
  CREATE TABLE alarms (
    id ${serial} PRIMARY KEY,
    payment_id ${text} NOT NULL,
    order_id ${text} NOT NULL,
    code ${text} NOT NULL,
    at ${text} NOT NULL,
    acknowledged_at ${text},
    acknowledged_by ${text}
  )${options};
  CREATE INDEX alarms_of_order ON alarms (order_id);
  CREATE INDEX alarms_open ON alarms (id) WHERE acknowledged_at IS NULL;
  -- The processes that live. One without a row has left its running payments.
  CREATE TABLE leases (
    owner ${text} PRIMARY KEY,
    -- Since when it has been held without a gap, by the database's clock.
    since ${time},
    expires_at ${time}
  )${options};
  -- SHA-256 of what deleted orders leave: the ids of paid ones, and the proofs of all.
  CREATE TABLE spent (hash ${text} PRIMARY KEY)${options};
  INSERT INTO schema_version (version) VALUES (${schemaVersion});
`;

export const foreignDatabase = new StoreError('DATABASE_URL names a database of another program');

const otherVersion = new StoreError(
  'DATABASE_URL names a database of another version of this program',
);

/** Throws a `StoreError` unless tables are of this version. */
export function checkVersion(version: unknown): void {
  if (typeof version !== 'number') throw foreignDatabase;
  if (version !== schemaVersion) throw otherVersion;
}
