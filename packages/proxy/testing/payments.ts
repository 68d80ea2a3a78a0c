import { randomBytes, randomUUID } from 'node:crypto';
import type { AlarmCode, Step } from '../src/attempt/alarms.ts';
import { alarmsOf } from '../src/attempt/alarms.ts';
import { emptyAttempt } from '../src/attempt/attempt.ts';
import type { Attempt, NewAttempt, PostbackAddress, Resolution } from '../src/attempt/attempt.ts';
import { receivers } from '../src/attempt/messages.ts';
import {
  approved,
  declined,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
  rateLimited,
  type Claim,
  type Outcome,
} from '../src/attempt/outcome.ts';
import {
  advance,
  startAttempt,
  type AttemptEvent,
  type TransitionContext,
} from '../src/attempt/state-machine.ts';
import { transition, type Recorded, type TransitionSettings } from '../src/attempt/transition.ts';
import type { Store, StoreRules } from '../src/store/store.ts';

export const noon = new Date('2030-05-01T12:00:00.000Z');

export function afterNoon(ms: number): Date {
  return new Date(noon.getTime() + ms);
}

export const context: TransitionContext = {
  at: noon.toISOString(),
  unresolvedAlarmMs: 900_000,
  mayLeaveMs: 0,
};

export const rules: StoreRules = {
  attemptsPerOrder: 3,
  unresolvedAlarmMs: 60_000,
  mayLeaveMs: 0,
  receivers: new Set(receivers),
  now: () => noon,
};

export const invalid: Outcome = {
  status: 'invalid',
  charge: 'not_charged',
  code: 'invalid_input',
  fields: { 'card.number': ['invalid'], 'payer.document': ['required', 'refused'] },
};

export const paid: Outcome = { ...approved, payment: { id: 'pay_1' }, transactionId: 'pay_1' };

export const cut: AttemptEvent = { kind: 'interrupted' };
export const overdue: AttemptEvent = { kind: 'overdue' };

export function started(number: number, tokenHash = newTokenHash()): AttemptEvent {
  return { kind: 'try_started', number, tokenHash };
}

export function ended(number: number, outcome: Outcome, retries = false): AttemptEvent {
  return { kind: 'try_ended', number, outcome, retries };
}

/** The end of a try that allows another try. */
export function endedForNow(number: number, outcome: Outcome): AttemptEvent {
  return ended(number, outcome, true);
}

export function posted(number: number, claim: Claim): AttemptEvent {
  return { kind: 'postback', number, claim };
}

export function resolved(status: Resolution): AttemptEvent {
  return { kind: 'operator', status, note: 'in the portal', by: 'ana' };
}

export const givenUp: AttemptEvent = { kind: 'given_up' };

/** Events that lead from `sending` to each other status. */
export const waysTo = {
  sending: [],
  reserved: [endedForNow(1, rateLimited)],
  waiting: [endedForNow(1, mayBeCharged)],
  pending: [ended(1, pending)],
  unknown: [ended(1, noAnswer)],
  'unknown by a 5xx': [ended(1, mayBeCharged)],
  approved: [ended(1, approved)],
  declined: [ended(1, declined)],
  invalid: [ended(1, invalid)],
  failed: [ended(1, nothingSent)],
} satisfies Record<string, AttemptEvent[]>;

export function wanted(overrides: Partial<NewAttempt> = {}): NewAttempt {
  const id = randomUUID();
  const order = {
    orderId: `order-${id}`,
    orderSignedAt: 0,
    orderAmountCentavos: 12_990,
    amountCentavos: 12_990,
    installments: 1,
  };
  const card = { brand: 'visa', last4: '2701', kind: 'credit' } as const;
  return { id, ...order, card, fingerprint: 'f', ...overrides };
}

export function newTokenHash(): string {
  return randomBytes(32).toString('hex');
}

export function begin(id = 'a-1'): Attempt {
  return startAttempt(wanted({ id, orderId: 'o-1' }), 'hash-1', context.at);
}

/** Applies events to a payment, skipping those that change nothing. */
export function moved(payment: Attempt, events: readonly AttemptEvent[]): Attempt {
  return events.reduce((latest, event) => advance(latest, event, context) ?? latest, payment);
}

export type Way = keyof typeof waysTo;

export function paymentBy(way: Way, id = 'a-1'): Attempt {
  return moved(begin(id), waysTo[way]);
}

export const transitionSettings: TransitionSettings = {
  attemptsPerOrder: 3,
  postbackBase: 'https://proxy.example',
  unresolvedAlarmMs: 900_000,
  upstreamTimeoutMs: 30_000,
  webhooks: {},
};

/** Applies an event that comes `ms` after noon to a payment, and returns what it changes. */
export function stepOf(
  before: Attempt,
  event: AttemptEvent,
  { others = [], ms = 0 }: { others?: Attempt[]; ms?: number } = {},
): Recorded | undefined {
  return transition([...others, before], before.id, event, { ...rules, now: () => afterNoon(ms) });
}

/** The mark of an order that was closed at noon. */
export const closing: Attempt = {
  ...emptyAttempt('closing', 'closed'),
  orderId: 'o-1',
  outcomeAt: context.at,
};

/** Applies an event to a payment and returns the step. */
export function stepBy(before: Attempt, event: AttemptEvent, others: Attempt[] = []): Step {
  return { before, after: moved(before, [event]), event, others };
}

/** Applies an event to a payment and returns the alarms that it raises. */
export function alarmsBy(
  before: Attempt,
  event: AttemptEvent,
  { others = [], given = context }: { others?: Attempt[]; given?: TransitionContext } = {},
): AlarmCode[] {
  const after = advance(before, event, given);
  return after ? alarmsOf({ before, after, event, others }) : [];
}

/** Begins a payment in a store, applies one of `waysTo`, and returns the stored payment. */
export async function paymentOn(
  way: readonly AttemptEvent[],
  store: Store,
  overrides: Partial<NewAttempt> = {},
): Promise<Attempt> {
  const payment = wanted(overrides);
  const { kind } = await store.begin(payment, newTokenHash());
  if (kind !== 'created') throw new Error(`The payment could not begin: ${kind}`);
  for (const event of way) await store.record(payment.id, event);
  const stored = await store.find(payment.id);
  if (!stored) throw new Error('The payment is not stored');
  return stored;
}

export function addressOf(payment: Attempt | undefined, number = 1): PostbackAddress {
  const { tokenHash = '' } = payment?.tries.find((each) => each.number === number) ?? {};
  return { paymentId: payment?.id ?? '', tokenHash };
}
