import type { AttemptEvent } from '../attempt/state-machine.ts';
import { isProcessing } from '../attempt/attempt.ts';
import type { CardTesting } from '../card-testing/card-testing.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { Outbox } from './outbox.ts';
import type { Settlements } from './waiters.ts';
import type { Recorded } from '../store/store.ts';

/** Those who hear of a step. */
interface Listeners {
  log: EventLog;
  outbox: Outbox;
  settlements: Settlements;
  cardTesting: CardTesting;
}

/** Tells everyone of a step once it is stored: the log, the guards against card testing, the outbox, and whoever waits. */
export class News {
  readonly #listeners: Listeners;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  /** Passes on one recorded step. */
  recorded(recorded: Recorded, kind: AttemptEvent['kind']): void {
    const { log, outbox, settlements, cardTesting } = this.#listeners;
    const { attempt, statusBefore, alarms } = recorded;
    log.stepRecorded(recorded, kind);
    if (attempt.status !== statusBefore) cardTesting.count(attempt);
    if (alarms.length > 0 || kind === 'postback') outbox.wake();
    if (!isProcessing(attempt) || kind === 'postback') {
      settlements.announce(attempt.id, attempt);
    }
  }
}
