import { setTimeout as pauseFor } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Secret } from '../../sensitive/secret.ts';
import {
  CommitLost,
  StoreError,
  type Database,
  type OrderChange,
  type Row,
  type Statement,
  type Transaction,
  type Value,
} from '../database.ts';
import { isNewRow, transactionOf } from '../statements.ts';
import { Connections, run, throwLoss, type ListStatement } from './connections.ts';
import { announce, groupsOf, insertOf, isTold, leaseIsValid, updateOf } from './group-writes.ts';
import { endLeases, Lease } from './lease.ts';
import { openingError } from './opening.ts';
import { checkSessions } from './sessions.ts';

/** How long an instance counts as alive after it last renewed its lease. */
const defaultLeaseMs = 15_000;

const closeTimeoutMs = 5000;

/** SQLSTATE if another transaction has just inserted the same row. */
const uniqueViolation = '23505';

/**
 * A PostgreSQL server, shared by several instances. The instance that starts a payment runs it while
 * it holds its lease. After that, another instance interrupts the payment: no further try starts, but
 * the answer to an earlier one still counts as evidence.
 */
export class PostgresDatabase implements Database {
  readonly #connections: Connections;
  readonly #lease: Lease;
  readonly #leaseMs: number;
  readonly #onCommit: ((durationMs: number) => void) | undefined;
  readonly #inserts = groupsOf(async (changes) =>
    this.#write(insertOf(changes, this.#lease.owner, this.#leaseMs / 3)),
  );
  readonly #updates = groupsOf(async (changes) =>
    this.#write(updateOf(changes, this.#lease.owner)),
  );
  #closed: Promise<void> | undefined;

  /**
   * Connects to a database, and creates its tables. Throws a `StoreError` if that's impossible or
   * unsafe. `onCommit` gets each transaction's milliseconds.
   */
  static async open(
    url: Secret,
    onCommit?: (durationMs: number) => void,
    { leaseMs = defaultLeaseMs } = {},
  ): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(url, onCommit, leaseMs);
    try {
      await checkSessions(url);
      await database.#lease.start();
      return database;
    } catch (error) {
      await database.close();
      throw openingError(error);
    }
  }

  private constructor(
    url: Secret,
    onCommit: ((durationMs: number) => void) | undefined,
    leaseMs: number,
  ) {
    this.#connections = new Connections(url);
    this.#lease = new Lease(url, leaseMs);
    this.#leaseMs = leaseMs;
    this.#onCommit = onCommit;
  }

  /** Reads again if the connection breaks: it may have been broken for a while. */
  async read(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#query([sql, values]).catch(async (error: unknown) => {
      if (error instanceof CommitLost) return this.#query([sql, values]);
      throw error;
    });
  }

  async run(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#query([sql, values]);
  }

  async commit(change: OrderChange): Promise<boolean> {
    if (!isNewRow(change)) {
      // Alone, a step waits for a row that its group skipped.
      return (change.number === 1 && (await this.#updates.add(change))) || this.#step(change);
    }
    const isWritten = await (change.number === 1 ? this.#inserts.add(change) : this.#begin(change));
    // The lease may be gone.
    if (!isWritten) await this.#lease.renew();
    return isWritten;
  }

  async transact({ guards, rest }: Transaction): Promise<boolean> {
    const startedAt = performance.now();
    const isDone = await this.#connections.lend(async (client) => {
      const send = (statements: readonly Statement[]) =>
        statements.map(async (statement) => run(client, statement));
      // Awaited first: if it failed, each statement sent after it would commit on its own.
      await client.query('BEGIN').catch(throwLoss);
      const guarded = await Promise.all(send(guards)).catch(throwLoss);
      if (guarded.some(({ rowCount }) => rowCount === 0)) {
        await client.query('ROLLBACK');
        return false;
      }
      await Promise.all([...send(rest), client.query('COMMIT')]).catch(throwLoss);
      return true;
    });
    this.#onCommit?.(performance.now() - startedAt);
    return isDone;
  }

  async endLeases(): Promise<void> {
    await this.run(endLeases, this.#lease.owner, this.#leaseMs);
  }

  async backup(): Promise<void> {
    throw new StoreError(
      'PostgreSQL makes its own backups: pg_dump --format=custom --schema=card_checkout',
    );
  }

  onChange(listener: (paymentId: string) => void): void {
    this.#lease.onChange(listener);
  }

  async close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const limit = new AbortController();
    const closed = Promise.all([this.#lease.stop(), this.#connections.close()]);
    const isLate = pauseFor(closeTimeoutMs, undefined, { signal: limit.signal }).catch(
      () => undefined,
    );
    await Promise.race([closed, isLate]);
    limit.abort();
  }

  /** Begins a later payment of an order. */
  async #begin(change: OrderChange): Promise<boolean> {
    const { owner } = this.#lease;
    const { guards, rest } = transactionOf(change, owner);
    const lease: Statement = [leaseIsValid, [owner, this.#leaseMs / 3]];
    try {
      return await this.transact({ guards: [lease, ...guards], rest });
    } catch (error) {
      const isTaken = error instanceof DatabaseError && error.code === uniqueViolation;
      if (isTaken) return false;
      throw error;
    }
  }

  /** Writes a step in a transaction of its own. */
  async #step(change: OrderChange): Promise<boolean> {
    const { owner } = this.#lease;
    const { guards, rest } = transactionOf(change, owner);
    const told: Statement[] = isTold(change.event.kind)
      ? [[announce, [`${owner} ${change.attempt.id}`]]]
      : [];
    return this.transact({ guards, rest: [...rest, ...told] });
  }

  async #write(statement: ListStatement): Promise<Row[]> {
    const startedAt = performance.now();
    const rows = await this.#query(statement);
    this.#onCommit?.(performance.now() - startedAt);
    return rows;
  }

  /** Runs one statement, which is a transaction of its own. */
  async #query(statement: ListStatement): Promise<Row[]> {
    return this.#connections.lend(
      async (client) => (await run(client, statement).catch(throwLoss)).rows,
    );
  }
}
