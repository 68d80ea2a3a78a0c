import { alarmsOf, type AlarmCode } from '../src/attempt/alarms.ts';
import {
  advanced,
  begun,
  type AttemptEvent,
  type Circumstances,
} from '../src/attempt/state-machine.ts';
import type { Attempt, Claim } from '../src/attempt/attempt.ts';
import { mayBeCharged, outcomeOf, type Outcome } from '../src/attempt/outcome.ts';
import { builtInTemplate, createTemplate } from '../src/payments-api/template.ts';

export const circumstances: Circumstances = {
  at: new Date('2026-11-20T12:00:00.000Z'),
  unsettledAlarmMs: 900_000,
};

/** When support is told of what is open at the time of `circumstances`. */
export const alarmAt = '2026-11-20T12:15:00.000Z';

const none = new Set<string>();
const words = {
  paid: none,
  declined: none,
  pending: none,
  statusPointers: [],
  transactionIdPointers: [],
};
const rules = { words, template: createTemplate(builtInTemplate) };

function answered(status: number, body?: object): Outcome {
  const text = JSON.stringify(body ?? {});
  return outcomeOf({ kind: 'answer', status, text, body: body ?? {} }, rules);
}

/** The outcomes of answers for which outcome.ts has no constant. */
export const rateLimited = answered(429);
export const configuration = answered(401);
export const invalid = answered(400, { errors: { document: ['x'] } });
export const paid: Outcome = { ...answered(201, { id: 'pay_1' }), transactionId: 'pay_1' };

/** Begins an attempt, its first try on its way. */
export function begin(id = 'a-1'): Attempt {
  const attempt = { id, orderId: 'o-1', amountCentavos: 100, fingerprint: 'f' };
  return begun(attempt, 'hash-1', circumstances.at);
}

export const started = (number: number): AttemptEvent => ({
  kind: 'try_started',
  number,
  tokenHash: `hash-${number}`,
});

/** Ends a try for good. */
export const ended = (number: number, outcome: Outcome): AttemptEvent => ({
  kind: 'try_ended',
  number,
  outcome,
  retries: false,
});

/** Ends a try after which the attempt may go on. */
export const endedForNow = (number: number, outcome: Outcome): AttemptEvent => ({
  kind: 'try_ended',
  number,
  outcome,
  retries: true,
});

export const posted = (number: number, claim: Claim): AttemptEvent => ({
  kind: 'postback',
  number,
  claim,
});

export const givenUp = (outcome: Outcome = mayBeCharged): AttemptEvent => ({
  kind: 'given_up',
  outcome,
});

export const cut: AttemptEvent = { kind: 'interrupted' };
export const overdue: AttemptEvent = { kind: 'overdue' };

/** Moves an attempt by events, one after the other; those that change nothing are passed over. */
export function moved(attempt: Attempt, events: readonly AttemptEvent[]): Attempt {
  return events.reduce(
    (latest, event) => advanced(latest, event, circumstances) ?? latest,
    attempt,
  );
}

/** Moves an attempt by one event, and returns what support hears of it. */
export function alarmsBy(
  before: Attempt,
  event: AttemptEvent,
  { others = [], given = circumstances }: { others?: Attempt[]; given?: Circumstances } = {},
): AlarmCode[] {
  const after = advanced(before, event, given);
  return after ? alarmsOf({ before, after, event, others }, given) : [];
}
