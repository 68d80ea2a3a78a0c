import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  StoreError,
  type Database,
  type OrderChange,
  type Row,
  type Transaction,
  type Value,
} from '../database.ts';
import { Groups } from '../groups.ts';
import { checkVersion, foreignDatabase, tablesIn } from '../schema.ts';
import { transactionOf } from '../statements.ts';
import { copyTo } from './backup.ts';

/** 16 MB of 4 kB pages, so that frequently changed pages are copied to the database only once. */
const pagesBetweenCheckpoints = 4000;

/** Temporary files, such as an insert's statement journal, stay in memory. */
const settings = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = ${pagesBetweenCheckpoints};
`;

/** Copies everything into the database, overwriting what was deleted, and empties the `-wal`. */
const emptyWal = 'PRAGMA wal_checkpoint(TRUNCATE)';

const dialect = { text: 'TEXT', serial: 'INTEGER', time: 'TEXT', options: ' STRICT' };

interface Written {
  rows: Row[];
  isDone: boolean;
}

/** Work for the next commit. It may run twice, so it must only touch the database. */
type Work = () => Written;

/**
 * One SQLite file that only its owner may read. A commit is on disk before its promise resolves (WAL
 * with `synchronous=FULL`). The process locks the file, because a second process would consider the
 * first one's payments abandoned.
 */
export class SqliteDatabase implements Database {
  readonly #database: DatabaseSync;
  readonly #groups = new Groups(async (works: readonly Work[]) => this.#commitTogether(works));
  readonly #prepared = new Map<string, StatementSync>();
  readonly #owner = randomUUID();
  readonly #checkPlace: () => void;
  readonly #onCommit: ((durationMs: number) => void) | undefined;

  /**
   * Opens a file or `:memory:`. Throws a `StoreError` if the file can't be opened, is in use, has
   * another version, or doesn't accept the settings.
   */
  constructor(path: string, onCommit?: (durationMs: number) => void) {
    this.#database = opened(path, this.#owner);
    this.#checkPlace = path === ':memory:' ? () => undefined : watchPlace(path);
    this.#onCommit = onCommit;
  }

  async read(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#prepare(sql).all(...values);
  }

  async run(sql: string, ...values: Value[]): Promise<Row[]> {
    const work = () => ({ rows: this.#prepare(sql).all(...values), isDone: true });
    return (await this.#groups.add(work)).rows;
  }

  async transact(transaction: Transaction): Promise<boolean> {
    const isDone = await this.#commit(transaction);
    // The -wal still has what was deleted. A later checkpoint of many pages would delay payments.
    this.#database.exec(emptyWal);
    return isDone;
  }

  async commit(change: OrderChange): Promise<boolean> {
    return this.#commit(transactionOf(change, this.#owner));
  }

  /** Opening the file ended the previous process's lease. Rejects once the file is gone. */
  async endLeases(): Promise<void> {
    this.#checkPlace();
  }

  async backup(path: string): Promise<void> {
    await copyTo(path, this.#database);
  }

  /** Does nothing: no other process changes this file. */
  onChange(): void {}

  async close(): Promise<void> {
    this.#database.close();
  }

  async #commit(transaction: Transaction): Promise<boolean> {
    const work = () => ({ rows: [], isDone: this.#transact(transaction) });
    return (await this.#groups.add(work)).isDone;
  }

  /** Commits a group, and flushes to disk once. If it throws, nothing changed. */
  #commitTogether(works: readonly Work[]): Written[] {
    const startedAt = performance.now();
    this.#checkPlace();
    this.#rollBack();
    this.#prepare('BEGIN IMMEDIATE').run();
    try {
      const written = works.map((work) => work());
      this.#prepare('COMMIT').run();
      this.#onCommit?.(performance.now() - startedAt);
      return written;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }

  #transact({ guards, rest }: Transaction): boolean {
    for (const [sql, values] of guards) {
      if (this.#prepare(sql).run(...values).changes === 0) return false;
    }
    for (const [sql, values] of rest) this.#prepare(sql).run(...values);
    return true;
  }

  #prepare(sql: string): StatementSync {
    const prepared = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/**
 * Returns a function that throws a `StoreError` once a file of the database is no longer at its path:
 * the next start wouldn't find what is committed. Takes a few microseconds.
 */
function watchPlace(path: string): () => void {
  const identify = () =>
    [path, `${path}-wal`].map((file) => {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false });
      return `${found?.dev} ${found?.ino}`;
    });
  const atStart = identify();
  return () => {
    const isThere = identify().every((identity, n) => identity === atStart[n]);
    if (!isThere) throw new StoreError('The file in DATABASE_URL was moved, replaced or deleted');
  };
}

function opened(path: string, owner: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (path !== ':memory:') {
      // Creates the file for its owner alone; SQLite gives its other files the same mode.
      closeSync(openSync(path, 'a', 0o600));
      chmodSync(path, 0o600);
    }
    database = new DatabaseSync(path, { timeout: 2000 });
    prepareSqlite(database, path, owner);
    return database;
  } catch (error) {
    database?.close();
    throw openingError(error);
  }
}

/**
 * Makes every commit durable, locks out other processes, overwrites deleted content, creates the
 * tables in a new file, takes the lease, and empties the `-wal` that a crash left. Throws a `StoreError` if SQLite doesn't accept the
 * settings.
 */
export function prepareSqlite(database: DatabaseSync, path: string, owner: string): void {
  database.exec(settings);
  const journal = database.prepare('PRAGMA journal_mode').get()?.['journal_mode'];
  const isDurable = journal === (path === ':memory:' ? 'memory' : 'wal');
  if (!isDurable || database.prepare('PRAGMA synchronous').get()?.['synchronous'] !== 2) {
    throw new StoreError('DATABASE_URL names a file system that loses writes (no WAL there)');
  }

  database.exec('BEGIN IMMEDIATE');
  const tables = database.prepare('SELECT name FROM sqlite_schema').all();
  if (tables.length === 0) database.exec(tablesIn(dialect));
  else if (!tables.some(({ name }) => name === 'schema_version')) throw foreignDatabase;
  checkVersion(database.prepare('SELECT version FROM schema_version').get()?.['version']);
  database.exec('DELETE FROM leases');
  database.prepare('INSERT INTO leases (owner) VALUES (?)').run(owner);
  database.exec('COMMIT');
  database.exec(emptyWal);
}

/** Explains why the file couldn't be opened. */
function openingError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : '';
  if (/not a database|malformed|no such column/.test(message)) return foreignDatabase;
  if (/locked/.test(message)) {
    return new StoreError('DATABASE_URL names a file that another process uses');
  }
  return new StoreError('DATABASE_URL must name a file that can be made and written');
}
