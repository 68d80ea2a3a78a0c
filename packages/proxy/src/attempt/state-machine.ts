import {
  chargeOf,
  doubtsIn,
  hasTry,
  maxKept,
  type Attempt,
  type NewAttempt,
  type PostbackBody,
  type Resolution,
  type Try,
} from './attempt.ts';
import {
  approved,
  declined,
  interrupted,
  mayBeCharged,
  nothingSent,
  pending,
  type Claim,
  type Outcome,
} from './outcome.ts';
import { statuses } from './statuses.ts';

/** The event log keeps each step. */
export type AttemptEvent =
  /** `alarmsSupport`: an earlier try may have charged, and the missing postback proves little. */
  | { kind: 'try_started'; number: number; tokenHash: string; alarmsSupport?: boolean }
  /** `retries`: a retry may follow unless this try resolves the attempt. */
  | ({ kind: 'try_ended'; number: number; outcome: Outcome; retries: boolean } & ApiNews)
  /** The wait for proof is over, and no retry follows. */
  | { kind: 'given_up' }
  /** The process that ran the attempt crashed, stopped or lost its lease. */
  | { kind: 'interrupted' }
  | ({ kind: 'postback'; number: number } & Omit<PostbackBody, 'shown'>)
  /** `alarmAt` has passed. */
  | { kind: 'overdue' }
  /** An operator found out the outcome; the `note` says how. */
  | { kind: 'operator'; status: Resolution; note: string; by: string };

/** Every kind of event, by its name. */
export const eventKinds = {
  begun: 'begun',
  closed: 'closed',
  try_started: 'try_started',
  try_ended: 'try_ended',
  given_up: 'given_up',
  interrupted: 'interrupted',
  postback: 'postback',
  overdue: 'overdue',
  operator: 'operator',
} as const satisfies { [Kind in 'begun' | 'closed' | AttemptEvent['kind']]: Kind };

/** Returns what the API says in an answer or postback. */
export function evidenceIn(event: AttemptEvent): Pick<PostbackBody, 'statedCentavos' | 'reason'> {
  if (event.kind === 'try_ended') return event.outcome;
  return event.kind === 'postback' ? event : {};
}

interface ApiNews {
  /** Set if this end shows that the payments API is down, or up again. */
  alarm?: 'api_down' | 'api_up';
}

export interface TransitionContext {
  /** ISO 8601, UTC. */
  at: string;
  /** `undefined` if no postback can arrive. */
  unresolvedAlarmMs: number | undefined;
  /** How long after its start a try may still leave, if a process that seems dead is alive. */
  mayLeaveMs: number;
}

export function startAttempt(attempt: NewAttempt, tokenHash: string, startedAt: string): Attempt {
  return { ...attempt, status: 'sending', tries: [{ number: 1, tokenHash, startedAt }] };
}

/**
 * Advances an attempt by one event. Returns `undefined` when the event changes nothing. An attempt
 * starts as `sending`, because it is stored together with its first try:
 *
 * | from                        | event                                | to                         |
 * |-----------------------------|--------------------------------------|----------------------------|
 * | reserved, waiting           | try_started                          | sending                    |
 * | sending                     | try_ended, and some try was charged  | approved                   |
 * | sending                     | try_ended, and some try exists       | pending                    |
 * | sending                     | try_ended by a 5xx, it may retry     | waiting                    |
 * | sending                     | try_ended by a 429 or unsent, it may | reserved; waiting if a 5xx |
 * | sending                     | any other try_ended                  | what the answer says; if a |
 * |                             |                                      | 5xx is unproved: unknown   |
 * | waiting                     | given_up                             | unknown                    |
 * | reserved                    | interrupted                          | failed: nothing is charged |
 * | sending, waiting            | interrupted                          | what is proved, or unknown |
 * | sending                     | postback                             | stays; try_ended weighs it |
 * | any other but approved      | postback: charged                    | approved                   |
 * | reserved, waiting, pending, | postback: refused, and no other try  | declined                   |
 * | unknown                     | may have charged                     |                            |
 * | reserved, waiting           | any other postback                   | pending                    |
 * | declined, invalid, failed   | any other postback, and now one more | unknown                    |
 * |                             | try may have charged                 |                            |
 * | pending, unknown            | overdue                              | stays; support is alerted  |
 * | pending, unknown            | operator                             | approved or declined       |
 *
 * An answer that arrives after `interrupted` or `operator` counts like a postback, or not at all if
 * it proves nothing. No other event changes `approved`, `declined`, `invalid` or `failed`. Except for
 * an operator's finding, none of the last three has a try that may have charged.
 */
export function advance(
  attempt: Attempt,
  event: AttemptEvent,
  context: TransitionContext,
): Attempt | undefined {
  const next = apply(attempt, event, context);
  return next && withAlarmTime(attempt, withOtherAmount(next, event), event, context);
}

/** Notes an amount that isn't the attempt's. */
function withOtherAmount(attempt: Attempt, event: AttemptEvent): Attempt {
  const { statedCentavos: stated } = evidenceIn(event);
  const known = [attempt.amountCentavos, ...(attempt.otherAmounts ?? [])];
  if (stated === undefined || known.length > maxKept || known.includes(stated)) return attempt;
  return { ...attempt, otherAmounts: [...known.slice(1), stated] };
}

function apply(
  attempt: Attempt,
  event: AttemptEvent,
  context: TransitionContext,
): Attempt | undefined {
  const { at } = context;
  switch (event.kind) {
    case 'try_started':
      return startTry(attempt, event, at);
    case 'try_ended':
      return endTry(attempt, event, at);
    case 'given_up':
      return attempt.status === 'waiting' ? resolve(attempt, mayBeCharged) : undefined;
    case 'interrupted':
      return interrupt(attempt);
    case 'postback':
      return takePostback(attempt, event, at);
    case 'overdue':
      return attempt.alarmAt === undefined ? undefined : attempt;
    case 'operator':
      return takeResolution(attempt, event.status, context);
    default:
      return event satisfies never;
  }
}

/** An alarm that is raised now needs no time. */
function withAlarmTime(
  before: Attempt,
  next: Attempt,
  event: AttemptEvent,
  { at, unresolvedAlarmMs }: TransitionContext,
): Attempt {
  const { alarmAt: _, ...attempt } = next;
  if (event.kind === 'overdue') return attempt;
  if (next.status === before.status) {
    return { ...attempt, ...(before.alarmAt && { alarmAt: before.alarmAt }) };
  }
  if (unresolvedAlarmMs === undefined || !expectsPostback(next)) return attempt;
  return { ...attempt, alarmAt: new Date(Date.parse(at) + unresolvedAlarmMs).toISOString() };
}

/** Whether a postback is likely enough to alert support later. */
function expectsPostback({ status, code }: Attempt): boolean {
  return status === 'pending' || code === 'interrupted';
}

function startTry(
  attempt: Attempt,
  { number, tokenHash }: Extract<AttemptEvent, { kind: 'try_started' }>,
  startedAt: string,
): Attempt | undefined {
  if (!statuses[attempt.status].mayRetry) return undefined;
  const tries = [...attempt.tries, { number, tokenHash, startedAt }];
  return { ...attempt, status: 'sending', tries };
}

function endTry(
  before: Attempt,
  { number, outcome, retries }: Extract<AttemptEvent, { kind: 'try_ended' }>,
  endedAt: string,
): Attempt | undefined {
  const sent = before.tries.find((each) => each.number === number);
  if (!sent || sent.answer) return undefined;
  const { charge, transactionId, reason } = outcome;
  const end = {
    answer: charge,
    endedAt,
    ...(transactionId && { transactionId }),
    ...(reason && { reason }),
    ...(charge === 'charged' && sent.postback === 'refused' && { isContradicted: true }),
  };
  const attempt = withTry(before, number, end);

  // Too late to change what the browser was told.
  if (statuses[attempt.status].phase === 'final' && charge !== 'charged') return attempt;
  const proof = proofIn(attempt);
  const decidesNothing = proof === undefined && charge !== 'refused';
  if (retries && attempt.status === 'sending' && decidesNothing)
    return { ...attempt, status: hasTry(attempt, 'uncertain') ? 'waiting' : 'reserved' };
  if (proof === 'charged') return resolve(attempt, charge === 'charged' ? outcome : approved);
  // The buyer has already seen `unknown`, and this answer doesn't settle it.
  if (attempt.status === 'unknown' && doubtsIn([attempt]) > 0) return attempt;
  if (proof === 'exists') return resolve(attempt, charge === 'exists' ? outcome : pending);
  if (proof === 'refused' && charge !== 'refused') return resolve(attempt, declined);
  return resolve(attempt, withDoubt(attempt, outcome));
}

/** An earlier try may have charged, and the last one says nothing about it. */
function withDoubt(attempt: Attempt, outcome: Outcome): Outcome {
  return hasTry(attempt, 'uncertain') && outcome.status !== 'unknown' ? mayBeCharged : outcome;
}

function interrupt(attempt: Attempt): Attempt | undefined {
  if (statuses[attempt.status].phase !== 'running') return undefined;
  if (attempt.status === 'reserved') return resolve(attempt, nothingSent);
  return resolve(attempt, provedOutcome(attempt) ?? interrupted);
}

function takePostback(
  before: Attempt,
  {
    number,
    claim,
    transactionId,
    payment,
    reason,
    isUnreadable,
  }: Extract<AttemptEvent, { kind: 'postback' }>,
  at: string,
): Attempt | undefined {
  const sent = before.tries.find((each) => each.number === number);
  if (!sent) return undefined;
  const isStronger = strengthOf(claim) > strengthOf(sent.postback);
  const isNews =
    before.status !== 'approved' && (claim === 'charged' || !hasTry(before, 'charged'));
  // Postbacks that claim nothing more would lengthen the time line without end.
  const told = isStronger && isNews && payment ? { ...before, payment } : before;
  const changes = {
    ...(isStronger && { postback: claim, ...(reason && { reason }) }),
    postbackAt: sent.postbackAt ?? at,
    ...(isUnreadable && { hasUnreadable: true }),
    ...(claim === 'refused' && chargeOf(sent) === 'charged' && { isContradicted: true }),
    ...withId(sent, transactionId),
  };
  const attempt = withTry(told, number, changes);

  if (attempt.status === 'sending') return attempt;
  const proved = provedOutcome(attempt);
  if (proved?.status === 'approved') return resolve(attempt, proved);
  if (attempt.status === 'approved') return attempt;
  const { mayRetry, phase } = statuses[attempt.status];
  if (proved?.status === 'declined' && phase !== 'final') return resolve(attempt, proved);
  // "It exists" only matters while a retry is pending.
  if (proved && mayRetry) return resolve(attempt, proved);
  if (attempt.status === 'pending') return attempt;
  // An end that was shown is shown again as it was, until it becomes another one.
  const shown = withTry(before, number, changes);
  const isNewDoubt = phase === 'final' && doubtsIn([shown]) > doubtsIn([before]);
  return isNewDoubt ? resolve(shown, mayBeCharged) : shown;
}

function withId({ transactionId, otherIds = [] }: Try, id: string | undefined): Partial<Try> {
  if (id === undefined) return {};
  if (transactionId === undefined) return { transactionId: id };
  const isKnown = id === transactionId || otherIds.includes(id) || otherIds.length >= maxKept;
  return isKnown ? {} : { otherIds: [...otherIds, id] };
}

function takeResolution(
  attempt: Attempt,
  status: Resolution,
  context: TransitionContext,
): Attempt | undefined {
  if (resolutionRefusal([attempt], attempt.id, status, context)) return undefined;
  return { ...resolve(attempt, { approved, declined }[status]), resolution: status };
}

export type ResolutionRefusal =
  'payment_not_found' | 'payment_running' | 'evidence_contradicts' | 'already_resolved';

/**
 * Explains why an operator can't resolve an attempt of an order as approved or declined; `undefined`
 * if that is possible.
 */
export function resolutionRefusal(
  order: readonly Attempt[],
  id: string,
  status: Resolution,
  { at, mayLeaveMs }: Pick<TransitionContext, 'at' | 'mayLeaveMs'>,
): ResolutionRefusal | undefined {
  const attempt = order.find((each) => each.id === id);
  if (!attempt) return 'payment_not_found';
  const { phase } = statuses[attempt.status];
  if (phase === 'running') return 'payment_running';
  if (phase === 'unresolved') {
    const leftBy = new Date(Date.parse(at) - mayLeaveMs).toISOString();
    const mayLeave = attempt.tries.some(
      ({ answer, postback, startedAt }) => !answer && !postback && startedAt > leftBy,
    );
    return status === 'declined' && mayLeave ? 'payment_running' : undefined;
  }
  if (attempt.resolution) return 'already_resolved';
  const isPaid = attempt.status === 'approved';
  return isPaid === (status === 'approved') ? 'already_resolved' : 'evidence_contradicts';
}

/**
 * Returns what all tries prove together. A postback that refuses one try, while another may have
 * charged, shows that the API is working on them: the rest counts as accepted until we learn more.
 */
function proofIn(attempt: Attempt): Claim | undefined {
  if (hasTry(attempt, 'charged')) return 'charged';
  if (hasTry(attempt, 'exists')) return 'exists';
  if (!hasTry(attempt, 'refused')) return undefined;
  if (!hasTry(attempt, 'uncertain')) return 'refused';
  return attempt.tries.some(({ postback }) => postback === 'refused') ? 'exists' : undefined;
}

function provedOutcome(attempt: Attempt): Outcome | undefined {
  const proof = proofIn(attempt);
  return proof && { charged: approved, exists: pending, refused: declined }[proof];
}

function strengthOf(claim: Claim | undefined): number {
  return claim ? ['exists', 'refused', 'charged'].indexOf(claim) : -1;
}

function withTry(attempt: Attempt, number: number, changes: Partial<Try>): Attempt {
  const tries = attempt.tries.map((each) =>
    each.number === number ? { ...each, ...changes } : each,
  );
  return { ...attempt, tries };
}

function resolve(attempt: Attempt, outcome: Outcome): Attempt {
  const { code: _1, fields: _2, alarmAt: _3, resolution: _4, payment: earlier, ...kept } = attempt;
  const { status, code, fields, payment = earlier } = outcome;
  return {
    ...kept,
    status,
    ...(code && { code }),
    ...(fields && { fields }),
    ...(payment && { payment }),
  };
}
