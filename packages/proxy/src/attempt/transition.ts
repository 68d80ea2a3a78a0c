import type { DecidedBy } from '@card-checkout/contract/shop-server';
import { alarmsOf, type AlarmCode, type Step } from './alarms.ts';
import {
  blockingAttempt,
  blocksOrder,
  emptyAttempt,
  isClosing,
  judgesCard,
  postbackDelayMs,
  type Attempt,
  type NewAttempt,
  type PostbackBody,
  type Try,
} from './attempt.ts';
import {
  alarmMessage,
  outcomeMessage,
  reasonOf,
  receivers,
  relayMessage,
  type Message,
  type Receiver,
} from './messages.ts';
import { advance, startAttempt, type AttemptEvent, type eventKinds } from './state-machine.ts';
import { statuses, type AttemptStatus } from './statuses.ts';

export interface TransitionSettings {
  attemptsPerOrder: number;
  /** `undefined` if the payments API doesn't learn where to post. */
  postbackBase: string | undefined;
  unresolvedAlarmMs: number;
  upstreamTimeoutMs: number;
  webhooks: Partial<Record<Receiver, string>>;
}

export interface TransitionRules {
  attemptsPerOrder: number;
  /** `undefined` if no postback can arrive. */
  unresolvedAlarmMs: number | undefined;
  /** As in `TransitionContext`. */
  mayLeaveMs: number;
  receivers: ReadonlySet<Receiver>;
  now: () => Date;
}

type OrderRefusal =
  | 'order_in_progress'
  | 'order_already_paid'
  | 'order_closed'
  | 'order_superseded'
  | 'too_many_attempts'
  | 'three_ds_used';

/** `existing`: the attempt that already has the key. */
export type Reservation =
  { kind: 'created' | 'existing'; attempt: Attempt } | { kind: 'refused'; code: OrderRefusal };

export interface EventRow {
  paymentId: string;
  at: string;
  kind: keyof typeof eventKinds;
  tryNumber?: number | undefined;
  /** After the event. */
  status: AttemptStatus;
  /** JSON without card data and secrets. */
  details?: string | undefined;
}

export interface Change {
  attempt: Attempt;
  event: EventRow;
  alarms: readonly AlarmCode[];
  /** Why, as far as the API or its amount says. */
  reason?: string | undefined;
  messages: readonly Message[];
}

/** What to return, and what to write; without `change` nothing. */
export interface Decision<Result> {
  result: Result;
  change?: Change | undefined;
}

/** A step, which is announced once it is stored. */
export interface Recorded extends Change {
  statusBefore: AttemptStatus;
  operator: string | undefined;
  /** Set if the step is a try's first postback. */
  postbackDelayMs: number | undefined;
}

/**
 * How long a failing store or a frozen process may delay a try. After that, the buyer may no longer
 * expect it.
 */
export const startTryWithinMs = 60_000;

/** How far the clocks of instances may differ. */
const clockDifferenceMs = 10_000;

export function transitionRulesOf(settings: TransitionSettings, now: () => Date): TransitionRules {
  const { attemptsPerOrder, postbackBase, unresolvedAlarmMs, upstreamTimeoutMs, webhooks } =
    settings;
  return {
    attemptsPerOrder,
    unresolvedAlarmMs: postbackBase === undefined ? undefined : unresolvedAlarmMs,
    mayLeaveMs: startTryWithinMs + upstreamTimeoutMs + clockDifferenceMs,
    receivers: new Set(receivers.filter((receiver) => webhooks[receiver])),
    now,
  };
}

/**
 * Decides whether an order takes another attempt, given all its attempts, and those of other orders that
 * have the wanted id or proof.
 */
export function reserve(
  order: readonly Attempt[],
  wanted: NewAttempt,
  tokenHash: string,
  { attemptsPerOrder, now }: TransitionRules,
  elsewhere: readonly Attempt[] = [],
): Decision<Reservation> {
  const existing = [...order, ...elsewhere].find(({ id }) => id === wanted.id);
  if (existing) return { result: reservationOf(existing, tokenHash) };
  const refusal = orderRefusal(order, wanted, attemptsPerOrder);
  const code = refusal ?? (elsewhere.length > 0 ? 'three_ds_used' : undefined);
  if (code) return { result: { kind: 'refused', code } };

  const at = now().toISOString();
  const attempt = startAttempt(wanted, tokenHash, at);
  const { id: paymentId, status } = attempt;
  const event: EventRow = { paymentId, at, kind: 'begun', tryNumber: 1, status };
  return {
    result: { kind: 'created', attempt },
    change: { attempt, event, alarms: [], messages: [] },
  };
}

/** How closing an order ends: done, now or before; or refused because of a payment. */
export type Closing =
  { kind: 'closed' } | { kind: 'refused'; code: ClosingRefusal; paymentId: string };

type ClosingRefusal = 'order_in_progress' | 'order_already_paid';

/** Decides whether an order takes no attempt any more: not while one runs or may have charged. */
export function close(
  order: readonly Attempt[],
  { id, orderId, by }: { id: string; orderId: string; by: string },
  { now }: TransitionRules,
): Decision<Closing> {
  const blocking = blockingAttempt(order);
  if (blocking) {
    const code = blocking.status === 'approved' ? 'order_already_paid' : 'order_in_progress';
    return { result: { kind: 'refused', code, paymentId: blocking.id } };
  }
  const result = { kind: 'closed' } as const;
  if (order.some(isClosing)) return { result };
  const at = now().toISOString();
  const attempt = { ...emptyAttempt(id, 'closed'), orderId, outcomeAt: at };
  const details = JSON.stringify({ by });
  const event: EventRow = { paymentId: id, at, kind: 'closed', status: 'closed', details };
  return { result, change: { attempt, event, alarms: [], messages: [] } };
}

/** `created` if this very call stored the attempt before its connection broke. */
function reservationOf(attempt: Attempt, tokenHash: string): Reservation {
  const isOwn = attempt.tries[0]?.tokenHash === tokenHash && attempt.status === 'sending';
  return { kind: isOwn ? 'created' : 'existing', attempt };
}

/** Every decision reads all attempts of the order. */
const maxAttemptsOfAnyKind = 50;

function orderRefusal(
  order: readonly Attempt[],
  { orderSignedAt }: NewAttempt,
  maxAttempts: number,
): OrderRefusal | undefined {
  if (isPaid(order)) return 'order_already_paid';
  if (order.some(blocksOrder)) return 'order_in_progress';
  if (order.some(isClosing)) return 'order_closed';
  // The shop has signed the order again since, perhaps for another amount.
  const isSuperseded = order.some((attempt) => attempt.orderSignedAt > orderSignedAt);
  if (isSuperseded) return 'order_superseded';
  const judged = order.filter(judgesCard);
  const isUsedUp = judged.length >= maxAttempts || order.length >= maxAttemptsOfAnyKind;
  return isUsedUp ? 'too_many_attempts' : undefined;
}

function isPaid(order: readonly Attempt[]): boolean {
  return order.some(({ status }) => status === 'approved');
}

/** An ordinary comparison is safe: callers can't choose a hash, so timing reveals no token. */
export function tryOf({ tries }: Attempt, tokenHash: string): Try | undefined {
  return tries.find((each) => each.tokenHash === tokenHash);
}

/** Returns `undefined` if no try has this token hash. */
export function postbackEvent(
  attempt: Attempt,
  tokenHash: string,
  posted: PostbackBody,
): AttemptEvent | undefined {
  const { shown: _, ...said } = posted;
  const sent = tryOf(attempt, tokenHash);
  return sent && { kind: 'postback', number: sent.number, ...said };
}

/**
 * Returns what an event changes, given all attempts of the order; `undefined` if nothing. `posted` is
 * the postback to forward to the shop.
 */
export function transition(
  order: readonly Attempt[],
  id: string,
  event: AttemptEvent,
  rules: TransitionRules,
  posted?: PostbackBody,
): Recorded | undefined {
  const at = rules.now().toISOString();
  const { unresolvedAlarmMs, mayLeaveMs } = rules;
  const context = { at, unresolvedAlarmMs, mayLeaveMs };
  const before = order.find((attempt) => attempt.id === id);
  const advanced = before && advance(before, event, context);
  if (!before || !advanced) return undefined;
  const others = order.filter((other) => other !== before);
  const isLate = advanced.status === 'approved' && order.some(isClosing);
  const marked = isLate ? { ...advanced, isAfterClosing: true } : advanced;
  const after = withDecision(before, marked, event, at);
  // Meanwhile, evidence may have come that another attempt, already ended, charged or may have.
  if (event.kind === 'try_started' && blockingAttempt(others)) return undefined;

  const step = { before, after, event, others };
  const alarms = alarmsOf(step);
  const { receivers: kept } = rules;
  const isNewOutcome = after.outcomeAt !== before.outcomeAt;
  const messages = [
    posted && kept.has('relay') ? relayMessage(posted, step, at) : undefined,
    ...(kept.has('support') ? alarms.map((alarm) => alarmMessage(alarm, step, at)) : []),
    isNewOutcome ? latestMessage(after, rules) : undefined,
  ];
  return {
    attempt: after,
    event: eventRow(after, event, at),
    alarms,
    messages: messages.filter((message) => message !== undefined),
    statusBefore: before.status,
    operator: event.kind === 'operator' ? event.by : undefined,
    reason: reasonOf(step),
    postbackDelayMs: delayIn(step),
  };
}

export function latestMessage(
  attempt: Attempt | undefined,
  { receivers: kept }: TransitionRules,
): Message | undefined {
  return attempt && kept.has('payment') ? outcomeMessage(attempt) : undefined;
}

/** Measures a try's first postback, if the answer is in or awaited. */
function delayIn({ before, after, event }: Step): number | undefined {
  if (event.kind !== 'postback') return undefined;
  const number = event.number - 1;
  const [earlier, posted] = [before.tries[number], after.tries[number]];
  const isMeasured = posted?.endedAt !== undefined || after.status === 'sending';
  if (!isMeasured || earlier?.postbackAt !== undefined) return undefined;
  return postbackDelayMs(posted ?? {});
}

function eventRow({ id: paymentId, status }: Attempt, event: AttemptEvent, at: string): EventRow {
  const tryNumber = 'number' in event ? event.number : undefined;
  return { paymentId, at, kind: event.kind, tryNumber, status, details: detailsOf(event) };
}

/** Keeps our own words and the API's id of the payment. */
function detailsOf(event: AttemptEvent): string | undefined {
  switch (event.kind) {
    case 'try_ended': {
      const { charge, status, code, transactionId, httpStatus, reason } = event.outcome;
      return JSON.stringify({ charge, status, code, transactionId, httpStatus, reason });
    }
    case 'postback':
      return JSON.stringify({
        claim: event.claim,
        transactionId: event.transactionId,
        reason: event.reason,
      });
    case 'operator':
      return JSON.stringify({ status: event.status, note: event.note, by: event.by });
    case 'try_started':
    case 'given_up':
    case 'interrupted':
    case 'overdue':
      return undefined;
    default:
      return event satisfies never;
  }
}

/** Notes when and by what the outcome was decided, if this step decides it; always later than before. */
function withDecision(before: Attempt, after: Attempt, event: AttemptEvent, at: string): Attempt {
  if (before.status === after.status || !statuses[after.status].outcome) return after;
  const { outcomeAt: last = '' } = before;
  const outcomeAt = last < at ? at : new Date(Date.parse(last) + 1).toISOString();
  return { ...after, outcomeAt, decidedBy: deciderOf(event, after) };
}

/** Postbacks decided if they prove another outcome than the answer. */
function deciderOf(event: AttemptEvent, { status }: Attempt): DecidedBy {
  if (event.kind === 'operator') return 'operator';
  if (event.kind === 'postback') return 'postback';
  if (event.kind === 'try_ended' && event.outcome.status === status) return 'answer';
  return status === 'approved' || status === 'declined' || status === 'pending'
    ? 'postback'
    : 'answer';
}
