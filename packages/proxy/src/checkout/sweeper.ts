import type { EventLog } from '../telemetry/log.ts';
import type { News } from './announce.ts';
import type { Store } from '../store/store.ts';

/** How often the store is looked through for what nobody else takes care of. */
const lookEveryMs = 1000;

/** Takes care of attempts that no request does: of a process that is gone, or open for too long. */
export class Caretaker {
  readonly #store: Store;
  readonly #news: News;
  readonly #log: EventLog;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(store: Store, news: News, log: EventLog) {
    this.#store = store;
    this.#news = news;
    this.#log = log;
  }

  /** Goes round once, for what the last process left behind, and then every second. */
  async start(): Promise<void> {
    const recovered = await this.#takeOver();
    this.#log.attemptsRecovered(recovered);
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
      this.#round = this.#goRound().finally(() => this.#schedule());
    }, lookEveryMs).unref();
  }

  async #goRound(): Promise<void> {
    for (const look of [() => this.#takeOver(), () => this.#raiseOverdue()]) {
      await look().catch((error: unknown) => this.#log.roundFailed(error));
    }
  }

  async #raiseOverdue(): Promise<void> {
    for (const recorded of await this.#store.raiseOverdue()) {
      this.#news.recorded(recorded, 'overdue');
    }
  }

  async #takeOver(): Promise<number> {
    const interrupted = await this.#store.takeOver();
    for (const recorded of interrupted) this.#news.recorded(recorded, 'interrupted');
    return interrupted.length;
  }
}
