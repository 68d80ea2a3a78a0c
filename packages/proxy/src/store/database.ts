import type { Change } from '../attempt/transition.ts';

/** Explains in one sentence why the store cannot be opened; never holds a password. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A connection broke, and the write may or may not have been committed. */
export class CommitLost extends Error {
  override readonly name = 'CommitLost';
}

/** A value that SQLite and PostgreSQL take as a parameter. */
export type Value = string | number | null;

/** A statement and the values of its `?` parameters. */
export type Statement = readonly [sql: string, values: readonly Value[]];

/** One row as the database returns it; `rows.ts` reads it. */
export type Row = Record<string, unknown>;

/** Statements of one transaction. */
export interface Transaction {
  /** Where one of these changes no row, neither the later ones nor `rest` are run. */
  guards: readonly Statement[];
  rest: readonly Statement[];
}

/** A change of one payment, decided on an order as it was read. */
export interface OrderChange extends Change {
  /** The payment's number in its order. */
  number: number;
  /** The order's version that was read; 0 for an order without payments. */
  orderVersion: number;
  /** The proof that a new payment brings; `null` if the order has brought it before, or there is none. */
  newProof: string | null;
}

/**
 * What SQLite and PostgreSQL supply: commits, leases, notifications and backups. A write is durable
 * once its promise resolves. If it rejects, it changed nothing, unless with `CommitLost`.
 */
export interface Database {
  /** Reads rows. */
  read(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Runs one statement that writes, and returns its rows. */
  run(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Commits a transaction; `false` when one of its guards changed no row. */
  transact(transaction: Transaction): Promise<boolean>;
  /**
   * Commits a change of an order, together with others that arrive at the same time; `false` when the
   * order has changed since it was read. Runs `transactionOf` or what has the same effect.
   */
  commit(change: OrderChange): Promise<boolean>;
  /** Ends the leases of processes that are gone. */
  endLeases(): Promise<void>;
  /** Writes a consistent copy to a new file, while payments go on. Rejects with a `StoreError`. */
  backup(path: string): Promise<void>;
  /** Calls `listener` with the id of an attempt that another process has changed; some calls get lost. */
  onChange(listener: (attemptId: string) => void): void;
  close(): Promise<void>;
}
