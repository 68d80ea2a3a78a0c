import { hasTry, type Attempt, type Claim, type NewAttempt, type Try } from './attempt.ts';
import { approved, declined, interrupted, mayBeCharged, nothingSent, pending } from './outcome.ts';
import type { Charge, Outcome } from './outcome.ts';

/** One step of an attempt; each becomes a row that is never changed. */
export type AttemptEvent =
  | { kind: 'try_started'; number: number; tokenHash: string }
  /** `retries`: the attempt may go on after a wait when this try settles nothing. */
  | { kind: 'try_ended'; number: number; outcome: Outcome; retries: boolean }
  /** No proof came, and there is no other try. */
  | { kind: 'given_up'; outcome: Outcome }
  /** Nobody carries the attempt out any more: a crash, a shutdown, a lost lease. */
  | { kind: 'interrupted' }
  | { kind: 'postback'; number: number; claim: Claim; transactionId?: string | undefined }
  /** `alarmAt` has passed. */
  | { kind: 'overdue' };

/** When something happens, and how long support waits to hear of an open end. */
export interface Circumstances {
  at: Date;
  /** `undefined` where no postback can come, so that waiting for one is no use. */
  unsettledAlarmMs: number | undefined;
}

/** Makes the attempt that its order is reserved for, with its first try about to leave. */
export function begun(attempt: NewAttempt, tokenHash: string, at: Date): Attempt {
  const tries = [{ number: 1, tokenHash, startedAt: at.toISOString() }];
  return { ...attempt, status: 'sending', retryable: false, tries };
}

/**
 * Moves an attempt by one event, or returns `undefined` when the event changes nothing. An attempt
 * begins as `sending`, since its first try is stored with it:
 *
 * | from                        | event                                | to                         |
 * |-----------------------------|--------------------------------------|----------------------------|
 * | reserved, waiting           | try_started                          | sending                    |
 * | sending                     | try_ended, and some try was charged  | approved                   |
 * | sending                     | try_ended, and some try exists       | pending                    |
 * | sending                     | try_ended by a 5xx, it may retry     | waiting                    |
 * | sending                     | try_ended by a 429 or unsent, it may | reserved; waiting if a 5xx |
 * | sending                     | any other try_ended                  | what the answer says       |
 * | waiting                     | given_up                             | failed; unknown if strict  |
 * | reserved                    | interrupted                          | failed: nothing is charged |
 * | sending, waiting            | interrupted                          | what is proved, or unknown |
 * | sending                     | postback                             | stays: its end weighs it   |
 * | any other but approved      | postback: charged                    | approved                   |
 * | reserved, waiting, pending, | postback: refused, and no try is     | declined                   |
 * | unknown, failed by a 5xx    | left that may have charged           |                            |
 * | reserved, waiting           | any other postback                   | pending                    |
 * | pending, unknown            | overdue                              | stays; support is told     |
 *
 * An answer that comes after `interrupted` weighs as much as a postback, and nothing if it proves
 * nothing. Nothing else leaves `approved`, `declined`, `invalid` or `failed`.
 */
export function advanced(
  attempt: Attempt,
  event: AttemptEvent,
  circumstances: Circumstances,
): Attempt | undefined {
  const next = moved(attempt, event, circumstances.at);
  return next && withAlarmTime(attempt, next, event, circumstances);
}

function moved(attempt: Attempt, event: AttemptEvent, at: Date): Attempt | undefined {
  switch (event.kind) {
    case 'try_started':
      return tryStarted(attempt, event, at);
    case 'try_ended':
      return tryEnded(attempt, event, at);
    case 'given_up':
      return givenUp(attempt, event.outcome);
    case 'interrupted':
      return cutOff(attempt);
    case 'postback':
      return postbackTaken(attempt, event);
    case 'overdue':
      return attempt.alarmAt === undefined ? undefined : attempt;
    default:
      return event satisfies never;
  }
}

/** Sets when support is told of an open end; whoever knows of one at once is told at once. */
function withAlarmTime(
  before: Attempt,
  next: Attempt,
  event: AttemptEvent,
  { at, unsettledAlarmMs }: Circumstances,
): Attempt {
  const { alarmAt: _, ...attempt } = next;
  if (event.kind === 'overdue') return attempt;
  if (next.status === before.status) {
    return { ...attempt, ...(before.alarmAt && { alarmAt: before.alarmAt }) };
  }
  if (unsettledAlarmMs === undefined || !isWaitedFor(next)) return attempt;
  return { ...attempt, alarmAt: new Date(at.getTime() + unsettledAlarmMs).toISOString() };
}

/** Tells whether a postback is likely enough to come that support need not be told at once. */
function isWaitedFor({ status, code }: Attempt): boolean {
  return status === 'pending' || (status === 'unknown' && code === 'interrupted');
}

function tryStarted(
  attempt: Attempt,
  { number, tokenHash }: Extract<AttemptEvent, { kind: 'try_started' }>,
  at: Date,
): Attempt | undefined {
  if (attempt.status !== 'reserved' && attempt.status !== 'waiting') return undefined;
  const tries = [...attempt.tries, { number, tokenHash, startedAt: at.toISOString() }];
  return { ...attempt, status: 'sending', tries };
}

function tryEnded(
  before: Attempt,
  { number, outcome, retries }: Extract<AttemptEvent, { kind: 'try_ended' }>,
  at: Date,
): Attempt | undefined {
  if (before.tries.every((each) => each.number !== number || each.answer)) return undefined;
  const { charge, transactionId } = outcome;
  const end = {
    answer: charge,
    endedAt: at.toISOString(),
    ...(transactionId && { transactionId }),
  };
  const attempt = withTry(before, number, end);

  if (isSettledBefore(attempt, charge)) return attempt;
  const proof = proofIn(attempt);
  const mayGoOn = retries && attempt.status === 'sending' && proof === undefined;
  if (mayGoOn) return { ...attempt, status: hasTry(attempt, 'uncertain') ? 'waiting' : 'reserved' };
  if (proof === 'charged') return settled(attempt, charge === 'charged' ? outcome : approved);
  if (proof === 'exists') return settled(attempt, charge === 'exists' ? outcome : pending);
  if (proof === 'refused' && charge !== 'refused') return settled(attempt, declined);
  return settled(attempt, withDoubt(attempt, outcome));
}

/** Tells whether an answer came too late to change what the browser was told. */
function isSettledBefore({ status }: Attempt, charge: Charge): boolean {
  if (status === 'unknown') return charge === 'uncertain';
  const isFinal = ['approved', 'declined', 'invalid', 'failed'].includes(status);
  return isFinal && charge !== 'charged';
}

/**
 * Keeps an earlier 5xx in mind: the order takes no other attempt, so the buyer must not try one. If
 * the last try reached nobody, or nobody who decides, the 5xx is the outcome.
 */
function withDoubt(attempt: Attempt, outcome: Outcome): Outcome {
  if (!hasTry(attempt, 'uncertain')) return outcome;
  const isNoDecision = outcome.code === 'rate_limited' || outcome.code === 'unavailable';
  return isNoDecision ? mayBeCharged : { ...outcome, retryable: false };
}

function givenUp(attempt: Attempt, outcome: Outcome): Attempt | undefined {
  return attempt.status === 'waiting' ? settled(attempt, outcome) : undefined;
}

function cutOff(attempt: Attempt): Attempt | undefined {
  if (attempt.status === 'reserved') return settled(attempt, nothingSent);
  if (attempt.status !== 'sending' && attempt.status !== 'waiting') return undefined;
  return settled(attempt, provedOutcome(attempt) ?? interrupted);
}

function postbackTaken(
  before: Attempt,
  { number, claim, transactionId }: Extract<AttemptEvent, { kind: 'postback' }>,
): Attempt | undefined {
  const sent = before.tries.find((each) => each.number === number);
  if (!sent) return undefined;
  const weightier = weightOf(claim) > weightOf(sent.postback) ? claim : sent.postback;
  const attempt = withTry(before, number, {
    ...(weightier && { postback: weightier }),
    ...(transactionId && { transactionId: sent.transactionId ?? transactionId }),
  });

  if (attempt.status === 'sending' || attempt.status === 'approved') return attempt;
  const proved = provedOutcome(attempt);
  if (proved?.status === 'approved') return settled(attempt, proved);
  const isBetweenTries = attempt.status === 'reserved' || attempt.status === 'waiting';
  const isOpenEnded = attempt.status === 'pending' || attempt.status === 'unknown';
  const takesRefusal = isBetweenTries || isOpenEnded || isDoubtful(before);
  if (proved?.status === 'declined' && takesRefusal) return settled(attempt, proved);
  // That a payment exists is no news, but to one who is about to send it again.
  return proved && isBetweenTries ? settled(attempt, proved) : attempt;
}

function isDoubtful({ status, code, retryable }: Attempt): boolean {
  return status === 'failed' && code === 'unavailable' && !retryable;
}

/**
 * Says what the tries prove together. A refused try beside one that may have charged proves that
 * the payments are being worked on, so nothing more may be sent until all have been told.
 */
function proofIn(attempt: Attempt): Claim | undefined {
  if (hasTry(attempt, 'charged')) return 'charged';
  if (hasTry(attempt, 'exists')) return 'exists';
  if (!hasTry(attempt, 'refused')) return undefined;
  const byPostback = attempt.tries.some(({ postback }) => postback === 'refused');
  const isOpen = hasTry(attempt, 'uncertain') && byPostback;
  return isOpen ? 'exists' : 'refused';
}

function provedOutcome(attempt: Attempt): Outcome | undefined {
  const proof = proofIn(attempt);
  return proof && { charged: approved, exists: pending, refused: declined }[proof];
}

function weightOf(claim: Claim | undefined): number {
  return claim ? ['exists', 'refused', 'charged'].indexOf(claim) : -1;
}

function withTry(attempt: Attempt, number: number, news: Partial<Try>): Attempt {
  const tries = attempt.tries.map((each) => (each.number === number ? { ...each, ...news } : each));
  return { ...attempt, tries };
}

function settled(attempt: Attempt, outcome: Outcome): Attempt {
  const { id, orderId, amountCentavos, fingerprint, tries } = attempt;
  const { status, code, fields, retryable, payment = attempt.payment } = outcome;
  const kept = { id, orderId, amountCentavos, fingerprint, tries, status, retryable };
  return {
    ...kept,
    ...(code && { code }),
    ...(fields && { fields }),
    ...(payment && { payment }),
  };
}
