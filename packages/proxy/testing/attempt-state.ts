import { alarmsOf, type AlarmCode } from '../src/attempt/alarms.ts';
import {
  advance,
  startAttempt,
  type AttemptEvent,
  type TransitionContext,
} from '../src/attempt/state-machine.ts';
import type { Attempt } from '../src/attempt/attempt.ts';
import { approved, mayBeCharged, type Claim, type Outcome } from '../src/attempt/outcome.ts';

export { configuration, rateLimited } from '../src/attempt/outcome.ts';

export const context: TransitionContext = {
  at: new Date('2026-11-20T12:00:00.000Z'),
  unresolvedAlarmMs: 900_000,
};

/** When support is told of what is open at the time of `context`. */
export const alarmAt = '2026-11-20T12:15:00.000Z';

export const invalid: Outcome = {
  status: 'invalid',
  charge: 'not_charged',
  code: 'invalid_input',
  fields: { 'payer.document': ['refused'] },
  retryable: true,
};
export const paid: Outcome = { ...approved, payment: { id: 'pay_1' }, transactionId: 'pay_1' };

/** Begins an attempt, its first try on its way. */
export function begin(id = 'a-1'): Attempt {
  const attempt = { id, orderId: 'o-1', amountCentavos: 100, fingerprint: 'f' };
  return startAttempt(attempt, 'hash-1', context.at);
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
  return events.reduce((latest, event) => advance(latest, event, context) ?? latest, attempt);
}

/** Moves an attempt by one event, and returns what support hears of it. */
export function alarmsBy(
  before: Attempt,
  event: AttemptEvent,
  { others = [], given = context }: { others?: Attempt[]; given?: TransitionContext } = {},
): AlarmCode[] {
  const after = advance(before, event, given);
  return after ? alarmsOf({ before, after, event, others }, given) : [];
}
