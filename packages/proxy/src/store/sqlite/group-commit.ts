import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * A unit of work queued for the next commit. May run twice: touch nothing but the database, and what
 * `onRollback` takes back.
 */
interface Job {
  /** Runs the work. Call what it returns once the commit is on disk. */
  run(): () => void;
  fail(error: unknown): void;
}

/** Who hears of transactions. */
interface CommitListeners {
  /** Called with the duration of each transaction. */
  onCommit?: ((durationMs: number) => void) | undefined;
  /** Called when nothing of what a transaction did is true. */
  onRollback?: () => void;
}

/**
 * Commits work in groups. A commit starts without a fixed delay, once the event loop has taken in
 * all work that arrived with the first piece, and one `fdatasync` serves all of it.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #listeners: CommitListeners;
  readonly #begin: StatementSync;
  readonly #end: StatementSync;
  #waiting: Job[] = [];

  constructor(database: DatabaseSync, listeners: CommitListeners = {}) {
    this.#database = database;
    this.#listeners = listeners;
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

  #commitTogether(jobs: readonly Job[]): void {
    const startedAt = performance.now();
    const resolvers = this.transaction(() => jobs.map((job) => job.run()));
    this.#listeners.onCommit?.(performance.now() - startedAt);
    for (const resolve of resolvers) resolve();
  }

  #commitAlone(job: Job): void {
    try {
      this.#commitTogether([job]);
    } catch (error) {
      job.fail(error);
    }
  }

  /** Runs work at once, in a transaction of its own. */
  transaction<Result>(work: () => Result): Result {
    this.#rollBack();
    this.#begin.run();
    try {
      const result = work();
      this.#end.run();
      return result;
    } catch (error) {
      this.#rollBack();
      this.#listeners.onRollback?.();
      throw error;
    }
  }

  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }
}
