import { isProcessing } from '../attempt/attempt.ts';
import type { Recorded } from '../attempt/transition.ts';
import type { CardTesting } from '../card-testing/card-testing.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { Brake } from './brake.ts';
import type { Outbox } from './outbox.ts';
import type { Waiters } from './waiters.ts';

interface Listeners {
  log: Pick<EventLog, 'stepRecorded'>;
  outbox: Pick<Outbox, 'wake'>;
  waiters: Pick<Waiters, 'wake'>;
  cardTesting: Pick<CardTesting, 'count'>;
  brake: Pick<Brake, 'postbackTaken'>;
}

export type Announce = (recorded: Recorded) => void;

/** Passes a stored step to the log, the card-testing guards, the brake, the outbox and waiting requests. */
export function announceTo({ log, outbox, waiters, cardTesting, brake }: Listeners): Announce {
  return (recorded) => {
    const { attempt, statusBefore, event, messages } = recorded;
    log.stepRecorded(recorded);
    if (attempt.status !== statusBefore && event.kind !== 'operator') cardTesting.count(attempt);
    if (event.kind === 'postback') brake.postbackTaken(attempt, event.tryNumber);
    if (messages.length > 0) outbox.wake();
    if (!isProcessing(attempt) || event.kind === 'postback') waiters.wake(attempt.id, attempt);
  };
}
