import { DatabaseError } from 'pg';
import type { Attempt } from '../../attempt/attempt.ts';
import type { Statement } from '../statements.ts';
import { ConnectionLost, type PostgresDatabase, type Row } from './database.ts';
import { lockAll } from './statements.ts';

/** A write that waits for the next transaction. */
interface Job {
  attempt: Attempt;
  write: Statement;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

/** How many writes share a transaction at most. */
const maxTogether = 100;

/**
 * Commits writes in groups, each in one transaction and one round trip. A group starts without a
 * delay, once the event loop has taken in all writes that arrived with the first one; what arrives
 * while it runs shares the next one.
 */
export class GroupCommit {
  readonly #database: PostgresDatabase;
  #waiting: Job[] = [];
  #isRunning = false;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  /**
   * Runs a write, which returns a row and does nothing where it does not fit what is stored. Resolves
   * with the row once it is on disk, and with `undefined` when nothing was written, or when that is
   * not known. Rejects when the database can't be reached.
   */
  async run(attempt: Attempt, write: Statement): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ attempt, write, resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      setImmediate(() => void this.#commitAll());
    });
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, maxTogether));
    this.#isRunning = false;
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    const writes = jobs.map(({ write }) => write);
    try {
      const rows = await this.#database.write(locksOf(jobs), writes);
      jobs.forEach(({ resolve }, n) => resolve(rows[n]?.[0]));
    } catch (error) {
      const hasAnswer = error instanceof DatabaseError || error instanceof ConnectionLost;
      jobs.forEach(({ resolve, reject }) => (hasAnswer ? resolve(undefined) : reject(error)));
    }
  }
}

/** Locks in the same order on every instance, so that two groups cannot wait for each other. */
function locksOf(jobs: readonly Job[]) {
  const keys = jobs.map(({ attempt }) => attempt.id).toSorted();
  const orders = jobs.map(({ attempt }) => attempt.orderId).toSorted();
  const proofs = jobs.flatMap(({ attempt }) => attempt.proofHash ?? []).toSorted();
  const kinds = [...keys.map(() => 1), ...orders.map(() => 2), ...proofs.map(() => 3)];
  return [lockAll, [[...keys, ...orders, ...proofs], kinds]] as const;
}
