import { setTimeout as pauseFor } from 'node:timers/promises';
import { StoreError } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { Announce } from './announce.ts';
import type { Retention } from './retention.ts';

const roundEveryMs = 1000;

interface SweeperParts {
  store: Store;
  announce: Announce;
  retention: Retention;
  log: EventLog;
}

/** Finds payments that a dead process abandoned or that stay unresolved, and deletes old orders. */
export class Sweeper {
  readonly #parts: SweeperParts;
  readonly #stop = new AbortController();
  #rounds: Promise<void> = Promise.resolve();

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /** Interrupts what the previous process abandoned, then makes a round every second. */
  async start(): Promise<void> {
    const count = await this.#interruptAbandoned().catch((cause: unknown) => {
      throw new StoreError('DATABASE_URL names a database that failed at the start', { cause });
    });
    if (count > 0) this.#parts.log.emit('payments_interrupted', { count });
    this.#rounds = this.#makeRounds();
  }

  /** Resolves when the last round is over. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#rounds;
  }

  async #makeRounds(): Promise<void> {
    const { store, announce, retention, log } = this.#parts;
    const sweeps = [
      () => this.#interruptAbandoned(),
      async () => (await store.raiseOverdue()).forEach(announce),
      () => retention.sweep(),
    ];
    const options = { signal: this.#stop.signal, ref: false };
    while (await pauseFor(roundEveryMs, true, options).catch(() => false)) {
      for (const sweep of sweeps) {
        await sweep().catch((error: unknown) => log.emit('round_failed', { error }));
      }
    }
  }

  async #interruptAbandoned(): Promise<number> {
    const interrupted = await this.#parts.store.interruptAbandoned();
    interrupted.forEach(this.#parts.announce);
    return interrupted.length;
  }
}
