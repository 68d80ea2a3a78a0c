import { isProcessing } from '../attempt/attempt.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import type { Recorded } from '../attempt/transition.ts';
import type { CardTesting } from '../card-testing/card-testing.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { Outbox } from './outbox.ts';
import type { Waiters } from './waiters.ts';

interface Listeners {
  log: Pick<EventLog, 'stepRecorded'>;
  outbox: Pick<Outbox, 'wake'>;
  waiters: Pick<Waiters, 'wake'>;
  cardTesting: Pick<CardTesting, 'count'>;
}

export type Announce = (recorded: Recorded, kind: AttemptEvent['kind']) => void;

/** Passes a stored step to the log, the card-testing guards, the outbox and waiting requests. */
export function announceTo({ log, outbox, waiters, cardTesting }: Listeners): Announce {
  return (recorded, kind) => {
    const { attempt, statusBefore, hasMessages } = recorded;
    log.stepRecorded(recorded, kind);
    if (attempt.status !== statusBefore && kind !== 'operator') cardTesting.count(attempt);
    if (hasMessages) outbox.wake();
    if (!isProcessing(attempt) || kind === 'postback') waiters.wake(attempt.id, attempt);
  };
}
