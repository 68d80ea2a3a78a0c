import { StoreError } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { Announce } from './announce.ts';
import type { Retention } from './retention.ts';

const roundEveryMs = 1000;

/** Finds attempts that a dead process abandoned or that stay unresolved, and deletes old orders. */
export class Sweeper {
  readonly #store: Store;
  readonly #announce: Announce;
  readonly #retention: Retention;
  readonly #log: EventLog;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(store: Store, announce: Announce, retention: Retention, log: EventLog) {
    this.#store = store;
    this.#announce = announce;
    this.#retention = retention;
    this.#log = log;
  }

  /** Interrupts what the previous process abandoned, then makes a round every second. */
  async start(): Promise<void> {
    const interrupted = await this.#interruptAbandoned().catch((cause: unknown) => {
      throw new StoreError('DATABASE_URL names a database that failed at the start', { cause });
    });
    this.#log.attemptsRecovered(interrupted);
    this.#schedule();
  }

  /** Resolves when the last round is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#makeRound().finally(() => this.#schedule());
    }, roundEveryMs).unref();
  }

  async #makeRound(): Promise<void> {
    const sweeps = [
      () => this.#interruptAbandoned(),
      async () => (await this.#store.raiseOverdue()).forEach(this.#announce),
      () => this.#retention.sweep(),
    ];
    for (const sweep of sweeps) {
      await sweep().catch((error: unknown) => this.#log.roundFailed(error));
    }
  }

  async #interruptAbandoned(): Promise<number> {
    const interrupted = await this.#store.interruptAbandoned();
    interrupted.forEach(this.#announce);
    return interrupted.length;
  }
}
