import type { DatabaseSync } from 'node:sqlite';

/** Work that waits for a commit. It may run twice, so it touches nothing but the database. */
interface Job {
  /** Runs the work; returns what tells its caller, once the commit is on disk. */
  run(): () => void;
  fail(error: unknown): void;
}

/**
 * Commits work together: a commit starts as soon as the event loop has taken in what arrived with
 * the first piece, and takes all of it. There is no fixed delay, and one `fdatasync` serves all.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #onCommit: ((durationMs: number) => void) | undefined;
  #waiting: Job[] = [];

  /** Tells `onCommit` how long each transaction took, in milliseconds. */
  constructor(database: DatabaseSync, onCommit?: (durationMs: number) => void) {
    this.#database = database;
    this.#onCommit = onCommit;
  }

  /** Runs the work in a transaction; resolves when that is on disk, rejects when it changed nothing. */
  run<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = () => {
        const result = work();
        return () => resolve(result);
      };
      this.#waiting.push({ run, fail: reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    const jobs = this.#waiting;
    this.#waiting = [];
    try {
      this.#commitTogether(jobs);
    } catch {
      // One of them fails: each by itself, so that it takes no other down.
      for (const job of jobs) this.#commitAlone(job);
    }
  }

  #commitTogether(jobs: readonly Job[]): void {
    const startedAt = performance.now();
    const tells = this.transaction(() => jobs.map((job) => job.run()));
    this.#onCommit?.(performance.now() - startedAt);
    for (const tell of tells) tell();
  }

  #commitAlone(job: Job): void {
    try {
      this.#commitTogether([job]);
    } catch (error) {
      job.fail(error);
    }
  }

  /** Runs work in a transaction of its own, at once. */
  transaction<Result>(work: () => Result): Result {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
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
