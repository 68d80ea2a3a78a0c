import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A unit of work queued for the next commit. May run twice: touch nothing but the database. */
interface Job {
  /** Runs the work. Call what it returns once the commit is on disk. */
  run(): () => void;
  fail(error: unknown): void;
}

/**
 * Commits work in groups. A commit starts without a fixed delay, once the event loop has taken in
 * all work that arrived with the first piece, and one flush to disk serves all of it.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #onCommit: ((durationMs: number) => void) | undefined;
  readonly #begin: StatementSync;
  readonly #end: StatementSync;
  #waiting: Job[] = [];

  /** Calls `onCommit` with the duration of each transaction. */
  constructor(database: DatabaseSync, onCommit?: (durationMs: number) => void) {
    this.#database = database;
    this.#onCommit = onCommit;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#end = database.prepare('COMMIT');
  }

  /** Runs the work in a transaction. Resolves once that is on disk; if it rejects, nothing changed. */
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
      // One of them failed: run each on its own, so that the others succeed.
      for (const job of jobs) this.#commitAlone(job);
    }
  }

  #commitAlone(job: Job): void {
    try {
      this.#commitTogether([job]);
    } catch (error) {
      job.fail(error);
    }
  }

  #commitTogether(jobs: readonly Job[]): void {
    const startedAt = performance.now();
    this.#rollBack();
    this.#begin.run();
    try {
      const resolvers = jobs.map((job) => job.run());
      this.#end.run();
      this.#onCommit?.(performance.now() - startedAt);
      for (const resolve of resolvers) resolve();
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }
}
