import { alarmsOf } from './alarms.ts';
import { advanced, begun, type AttemptEvent } from './state-machine.ts';
import { isLive, type Attempt, type NewAttempt, type Try } from './attempt.ts';
import { alarmMessage, relayMessage, type Message } from './messages.ts';
import type { PostbackBody } from '../payments-api/postback.ts';
import type { OrderRefusal, Recorded, StoreRules } from '../store/store.ts';

/** One row of the list of everything that ever happened. */
export interface EventRow {
  attemptId: string;
  at: string;
  kind: 'begun' | AttemptEvent['kind'];
  tryNumber: number | undefined;
  /** How the attempt stood after the event. */
  status: Attempt['status'];
  /** JSON of what the event said; no card data, no secret. */
  details: string | undefined;
}

/** What one transaction writes. */
export interface Change {
  attempt: Attempt;
  /** The tries that are new or not as they were. */
  tries: readonly Try[];
  event: EventRow;
  messages: readonly Message[];
}

/** What the transaction of a step writes, and what is told of it afterwards. */
export interface StepChange extends Change {
  recorded: Recorded;
}

/** Decides whether an order takes another attempt, looking at all that it has. */
export function beginning(
  order: readonly Attempt[],
  wanted: NewAttempt,
  tokenHash: string,
  { attemptsPerOrder, now }: StoreRules,
): Change | OrderRefusal {
  if (order.some(({ status }) => status === 'approved')) return 'order_already_paid';
  if (order.some(isLive)) return 'order_in_progress';
  if (order.length >= attemptsPerOrder) return 'too_many_attempts';

  const at = now();
  const attempt = begun(wanted, tokenHash, at);
  const event = {
    attemptId: attempt.id,
    at: at.toISOString(),
    kind: 'begun',
    tryNumber: 1,
    status: attempt.status,
    details: undefined,
  } as const;
  return { attempt, tries: attempt.tries, event, messages: [] };
}

/** Works out what an event changes; `posted` is the body of a postback that is passed on. */
export function changeBy(
  order: readonly Attempt[],
  id: string,
  event: AttemptEvent,
  rules: StoreRules,
  posted?: PostbackBody,
): StepChange | undefined {
  const at = rules.now();
  const circumstances = { at, unsettledAlarmMs: rules.unsettledAlarmMs };
  const before = order.find((attempt) => attempt.id === id);
  const after = before && advanced(before, event, circumstances);
  if (!before || !after) return undefined;
  const isPaidElsewhere = order.some((other) => other !== before && other.status === 'approved');
  if (event.kind === 'try_started' && isPaidElsewhere) return undefined;

  const step = { before, after, event, others: order.filter((other) => other !== before) };
  const alarms = alarmsOf(step, circumstances);
  const messages = [
    ...(posted ? [relayMessage(posted, step, at)] : []),
    ...alarms.map((alarm) => alarmMessage(alarm, step, at)),
  ];
  return {
    attempt: after,
    tries: after.tries.filter((each) => !before.tries.includes(each)),
    event: eventRow(after, event, at),
    messages: messages.filter(({ receiver }) => rules.receivers.has(receiver)),
    recorded: { attempt: after, statusBefore: before.status, alarms },
  };
}

function eventRow({ id, status }: Attempt, event: AttemptEvent, at: Date): EventRow {
  return {
    attemptId: id,
    at: at.toISOString(),
    kind: event.kind,
    tryNumber: 'number' in event ? event.number : undefined,
    status,
    details: detailsOf(event),
  };
}

/** Chooses what is kept of an event: words of ours and the API's id of the payment. */
function detailsOf(event: AttemptEvent): string | undefined {
  switch (event.kind) {
    case 'try_ended': {
      const { charge, status, code, transactionId } = event.outcome;
      return JSON.stringify({ charge, status, code, transactionId });
    }
    case 'postback':
      return JSON.stringify({ claim: event.claim, transactionId: event.transactionId });
    case 'given_up':
      return JSON.stringify({ status: event.outcome.status, code: event.outcome.code });
    case 'try_started':
    case 'interrupted':
    case 'overdue':
      return undefined;
    default:
      return event satisfies never;
  }
}
