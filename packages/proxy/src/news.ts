import type { AttemptEvent } from './attempt-state.ts';
import { isProcessing } from './attempt.ts';
import type { EventLog } from './log.ts';
import type { Outbox } from './outbox.ts';
import type { Settlements } from './settlements.ts';
import type { Recorded } from './store/store.ts';

/** Tells everyone of a step once it is stored: the log, the outbox, and whoever waits. */
export class News {
  readonly #log: EventLog;
  readonly #outbox: Outbox;
  readonly #settlements: Settlements;

  constructor(log: EventLog, outbox: Outbox, settlements: Settlements) {
    this.#log = log;
    this.#outbox = outbox;
    this.#settlements = settlements;
  }

  /** Passes on one recorded step. */
  recorded(recorded: Recorded, kind: AttemptEvent['kind']): void {
    this.#log.stepRecorded(recorded, kind);
    const { attempt, alarms } = recorded;
    if (alarms.length > 0 || kind === 'postback') this.#outbox.wake();
    if (!isProcessing(attempt) || kind === 'postback') {
      this.#settlements.announce(attempt.id, attempt);
    }
  }
}
