import { setImmediate as nextTurn } from 'node:timers/promises';

export interface Job<Work, Result> {
  work: Work;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface GroupRules<Work, Result> {
  /** Chooses the next group, by default everything. The rest waits. */
  choose?: (waiting: Job<Work, Result>[]) => Job<Work, Result>[];
  /** Whether an error proves that a group wrote nothing. */
  wroteNothing?: (error: unknown) => boolean;
}

/**
 * Writes in groups. A group starts without a fixed delay, once the event loop has received all work
 * that arrived with the first piece. Work that arrives while it runs shares the next group.
 */
export class Groups<Work, Result> {
  readonly #write: (group: readonly Work[]) => Promise<readonly Result[]>;
  readonly #rules: Required<GroupRules<Work, Result>>;
  #waiting: Job<Work, Result>[] = [];
  #isRunning = false;

  /** `write` resolves with a result for each piece of work. */
  constructor(
    write: (group: readonly Work[]) => Promise<readonly Result[]>,
    { choose = (waiting) => waiting, wroteNothing = () => true }: GroupRules<Work, Result> = {},
  ) {
    this.#write = write;
    this.#rules = { choose, wroteNothing };
  }

  async add(work: Work): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (!this.#isRunning) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await nextTurn();
      const jobs = this.#rules.choose(this.#waiting);
      const chosen = new Set(jobs);
      this.#waiting = this.#waiting.filter((job) => !chosen.has(job));
      await this.#writeTogether(jobs);
    }
    this.#isRunning = false;
  }

  async #writeTogether(jobs: readonly Job<Work, Result>[]): Promise<void> {
    try {
      const results = await this.#write(jobs.map(({ work }) => work));
      for (const [index, result] of results.entries()) jobs[index]?.resolve(result);
    } catch (error) {
      // One of them failed. Write each alone, so that the others succeed.
      const mayRetry = jobs.length > 1 && this.#rules.wroteNothing(error);
      await Promise.all(
        jobs.map(async (job) => (mayRetry ? this.#writeTogether([job]) : job.reject(error))),
      );
    }
  }
}
