import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Outcome } from '../outcome.ts';
import { attemptOf } from './attempt-row.ts';
import type { Attempt, NewAttempt, OrderRefusal, Reservation, Store } from './store.ts';

/** Says where the attempts are kept and how many an order may have. */
export interface SqliteOptions {
  /** A file, or `:memory:`. */
  databasePath: string;
  attemptsPerOrder: number;
}

/** Counts the attempts that the last process left unfinished, by what they became. */
export interface Recovered {
  /** Nothing had been sent. */
  failed: number;
  /** A request was on its way; only evidence can settle these. */
  unknown: number;
}

/** A failure that may have charged the card blocks its order, too, until somebody knows better. */
const live = `(status IN ('reserved', 'sending', 'pending', 'unknown')
  OR (status = 'failed' AND code = 'unavailable' AND retryable = 0))`;

const schema = `
  CREATE TABLE IF NOT EXISTS attempts (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL,
    amount_centavos INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    status TEXT NOT NULL,
    code TEXT,
    fields TEXT,
    retryable INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    payment TEXT,
    created_at TEXT NOT NULL DEFAULT (strftime('%FT%H:%M:%fZ')),
    updated_at TEXT NOT NULL DEFAULT (strftime('%FT%H:%M:%fZ'))
  ) STRICT;
  CREATE INDEX IF NOT EXISTS attempts_of_order ON attempts (order_id);
  CREATE UNIQUE INDEX IF NOT EXISTS one_live_or_approved ON attempts (order_id)
    WHERE ${live} OR status = 'approved';
  CREATE TABLE IF NOT EXISTS checks (id INTEGER PRIMARY KEY, checked_at TEXT NOT NULL) STRICT;
`;

const now = `strftime('%FT%H:%M:%fZ')`;

/**
 * Keeps attempts in one SQLite file that only its owner may read. Every commit is on disk when it
 * returns (WAL with `synchronous=FULL`), and one process holds the file at a time, since a second
 * one would take the first one's running attempts for lost.
 */
export class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #attemptsPerOrder: number;
  /** What the last process left behind. */
  readonly recovered: Recovered;

  /** Throws when the file can't be opened, is in use, or does not take the settings. */
  constructor({ databasePath, attemptsPerOrder }: SqliteOptions) {
    if (databasePath !== ':memory:') restrictToOwner(databasePath);
    this.#attemptsPerOrder = attemptsPerOrder;
    this.#database = new DatabaseSync(databasePath, { timeout: 2000 });
    this.#setDurable(databasePath === ':memory:' ? 'memory' : 'wal');
    this.recovered = this.#transaction(() => {
      this.#database.exec(schema);
      return this.#recover();
    });
  }

  async reserve(attempt: NewAttempt): Promise<Reservation> {
    return this.#transaction(() => {
      const existing = this.#find(attempt.id);
      if (existing) return { kind: 'existing', attempt: existing };
      const code = this.#refusal(attempt.orderId);
      if (code) return { kind: 'refused', code };

      const { id, orderId, amountCentavos, fingerprint } = attempt;
      this.#database
        .prepare(
          `INSERT INTO attempts (id, order_id, amount_centavos, fingerprint, status)
           VALUES (?, ?, ?, ?, 'reserved')`,
        )
        .run(id, orderId, amountCentavos, fingerprint);
      const created: Attempt = { ...attempt, status: 'reserved', retryable: false, tries: 0 };
      return { kind: 'created', attempt: created };
    });
  }

  async startTry(id: string, number: number): Promise<void> {
    const { changes } = this.#database
      .prepare(
        `UPDATE attempts SET status = 'sending', tries = ?, updated_at = ${now}
         WHERE id = ? AND status IN ('reserved', 'sending')`,
      )
      .run(number, id);
    if (changes !== 1) throw new Error('The attempt is not live');
  }

  async settle(id: string, outcome: Outcome): Promise<void> {
    const { status, code, fields, retryable, payment } = outcome;
    this.#database
      .prepare(
        `UPDATE attempts SET status = ?, code = ?, fields = ?, retryable = ?, payment = ?,
           updated_at = ${now}
         WHERE id = ? AND ${live}`,
      )
      .run(status, code ?? null, json(fields), retryable ? 1 : 0, json(payment), id);
  }

  async find(id: string): Promise<Attempt | undefined> {
    return this.#find(id);
  }

  async check(): Promise<void> {
    this.#database.exec(`INSERT OR REPLACE INTO checks (id, checked_at) VALUES (1, ${now})`);
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #find(id: string): Attempt | undefined {
    const row = this.#database.prepare('SELECT * FROM attempts WHERE id = ?').get(id);
    return row && attemptOf(row);
  }

  #refusal(orderId: string): OrderRefusal | undefined {
    const statuses = this.#database
      .prepare(
        `SELECT count(*) AS attempts, coalesce(sum(status = 'approved'), 0) AS paid,
           coalesce(sum(${live}), 0) AS live
         FROM attempts WHERE order_id = ?`,
      )
      .get(orderId);
    if (Number(statuses?.['paid']) > 0) return 'order_already_paid';
    if (Number(statuses?.['live']) > 0) return 'order_in_progress';
    return Number(statuses?.['attempts']) >= this.#attemptsPerOrder
      ? 'too_many_attempts'
      : undefined;
  }

  #recover(): Recovered {
    const end = (from: string, status: string, code: string, retryable: number) =>
      this.#database
        .prepare(
          `UPDATE attempts SET status = ?, code = ?, retryable = ?, updated_at = ${now}
           WHERE status = ?`,
        )
        .run(status, code, retryable, from);
    const failed = Number(end('reserved', 'failed', 'unavailable', 1).changes);
    const unknown = Number(end('sending', 'unknown', 'interrupted', 0).changes);
    return { failed, unknown };
  }

  #setDurable(journalMode: string): void {
    this.#database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL',
    );
    const journal = this.#database.prepare('PRAGMA journal_mode').get()?.['journal_mode'];
    const synchronous = this.#database.prepare('PRAGMA synchronous').get()?.['synchronous'];
    if (journal !== journalMode || synchronous !== 2) {
      throw new Error('The database does not keep its writes (WAL with synchronous=FULL)');
    }
  }

  #transaction<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Makes the file, or takes it over, as one that only its owner reads; SQLite copies the mode. */
function restrictToOwner(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
