import { randomBytes, randomUUID } from 'node:crypto';
import type { AttemptEvent } from '../src/attempt/state-machine.ts';
import type { Attempt, NewAttempt } from '../src/attempt/attempt.ts';
import {
  approved,
  declined,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
} from '../src/attempt/outcome.ts';
import type { Outcome } from '../src/attempt/outcome.ts';
import type { Store, StoreRules } from '../src/store/store.ts';

/** When the tests' clock stands still. */
export const noon = new Date('2030-05-01T12:00:00.000Z');

/** Returns the time some milliseconds after noon. */
export function afterNoon(ms: number): Date {
  return new Date(noon.getTime() + ms);
}

/** The rules of the tests' stores, unless a test says otherwise. */
export const rules: StoreRules = {
  attemptsPerOrder: 3,
  unresolvedAlarmMs: 60_000,
  receivers: new Set(['relay', 'support']),
  now: () => noon,
};

/** Makes what an attempt is before it is stored, of an order of its own. */
export function wanted(overrides: Partial<NewAttempt> = {}): NewAttempt {
  const id = randomUUID();
  return { id, orderId: `order-${id}`, amountCentavos: 12_990, fingerprint: 'f', ...overrides };
}

/** Makes what is stored of a postback's token. */
export function newTokenHash(): string {
  return randomBytes(32).toString('hex');
}

/** Makes the end of a try. */
export function ended(number: number, outcome: Outcome, retries = false): AttemptEvent {
  return { kind: 'try_ended', number, outcome, retries };
}

/** Makes the start of another try. */
export function started(number: number, tokenHash = newTokenHash()): AttemptEvent {
  return { kind: 'try_started', number, tokenHash };
}

/** The outcome of an answer that finds fault with what the buyer typed. */
export const invalid: Outcome = {
  status: 'invalid',
  charge: 'not_charged',
  code: 'invalid_input',
  fields: { 'card.number': ['invalid'], 'payer.document': ['required', 'refused'] },
  retryable: true,
};

const rateLimited: Outcome = {
  status: 'failed',
  charge: 'not_charged',
  code: 'rate_limited',
  retryable: true,
};

/** The ways from `sending` to where an attempt can stand. */
export const waysTo = {
  sending: [],
  reserved: [ended(1, rateLimited, true)],
  waiting: [ended(1, mayBeCharged, true)],
  pending: [ended(1, pending)],
  unknown: [ended(1, noAnswer)],
  'failed by a 5xx': [ended(1, mayBeCharged)],
  approved: [ended(1, approved)],
  declined: [ended(1, declined)],
  invalid: [ended(1, invalid)],
  failed: [ended(1, nothingSent)],
} satisfies Record<string, AttemptEvent[]>;

/** Begins an attempt, lets it go a way, and returns it as it is stored then. */
export async function attemptOn(
  way: readonly AttemptEvent[],
  store: Store,
  overrides: Partial<NewAttempt> = {},
): Promise<Attempt> {
  const attempt = wanted(overrides);
  const { kind } = await store.begin(attempt, newTokenHash());
  if (kind !== 'created') throw new Error(`The attempt could not begin: ${kind}`);
  for (const event of way) await store.record(attempt.id, event);
  const stored = await store.find(attempt.id);
  if (!stored) throw new Error('The attempt is not stored');
  return stored;
}

/** Returns the hash of the token of one of an attempt's tries. */
export function tokenOf(attempt: Attempt | undefined, number = 1): string {
  return attempt?.tries.find((each) => each.number === number)?.tokenHash ?? '';
}
