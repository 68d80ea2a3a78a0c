import type { Change } from '../attempt/transition.ts';

/** One sentence on why the store can't be opened, without passwords. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A broken connection: the write may or may not have been committed. */
export class CommitLost extends Error {
  override readonly name = 'CommitLost';
}

export type Value = string | number | null;

export type Statement = readonly [sql: string, values: readonly Value[]];

/** One row as the database returns it; `rows.ts` reads it. */
export type Row = Record<string, unknown>;

export interface Transaction {
  /** If one of these changes no row, the later ones and `rest` have no effect. */
  guards: readonly Statement[];
  rest: readonly Statement[];
}

/** A change to one payment, decided on an order as it was read. */
export interface OrderChange extends Change {
  /** SHA-256 of the order's id. */
  orderKey: string;
  /** The payment's number in its order. */
  number: number;
  /** The id of the order's first payment, which holds the version. */
  firstId: string;
  /** As it was read; 0 for an order without payments. */
  orderVersion: number;
  /** The payment's proof, unless an earlier payment of the order has it. */
  newProof: string | null;
}

/**
 * What SQLite and PostgreSQL supply: commits, leases, notifications and backups. A write is durable
 * once its promise resolves. If it rejects, it changed nothing, unless with `CommitLost`.
 */
export interface Database {
  read(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Runs one writing statement, and returns its rows. */
  run(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Commits a transaction; `false` if one of its guards changed no row. */
  transact(transaction: Transaction): Promise<boolean>;
  /**
   * Commits a change together with others that arrive at the same time; `false` if the order has
   * changed since it was read. Has the same effect as running `transactionOf`.
   */
  commit(change: OrderChange): Promise<boolean>;
  /** Ends the leases of dead processes. */
  endLeases(): Promise<void>;
  /** Writes a consistent copy to a new file while payments continue. Rejects with a `StoreError`. */
  backup(path: string): Promise<void>;
  /** Calls `listener` with the id of each payment that another process changed; may miss some. */
  onChange(listener: (paymentId: string) => void): void;
  close(): Promise<void>;
}
