import { hash, randomUUID } from 'node:crypto';
import type { DecidedBy, OutcomeMessage } from '@card-checkout/contract/shop-server';
import type { AlarmCode } from './alarm-guide.ts';
import { otherAmountIn, type Step } from './alarms.ts';
import {
  chargeOf,
  paymentOf,
  reasonFor,
  type Attempt,
  type PostbackBody,
  type Try,
} from './attempt.ts';
import type { AttemptEvent } from './state-machine.ts';
import { statuses } from './statuses.ts';

/** The shop's server gets outcomes (`payment`) and postbacks (`relay`); support gets alarms. */
export type Receiver = (typeof receivers)[number];

export const receivers = ['relay', 'support', 'payment'] as const;

/** Holds no card data and no secrets. */
export interface Message {
  /** The `webhook-id`. A postback that arrives twice keeps its id. */
  id: string;
  receiver: Receiver;
  /** JSON: `type`, `timestamp` and `data`. */
  body: string;
  createdAt: string;
  /** If set, the attempt's messages leave in the order of their times. */
  attemptId?: string;
}

export function alarmMessage(code: AlarmCode, step: Step, at: string): Message {
  const data = { ...described(step), statusBefore: step.before.status, reason: reasonOf(step) };
  const period = periodOf(code, at);
  return {
    id: `msg_${period === undefined ? randomUUID() : `${code}_${period}`}`,
    receiver: 'support',
    createdAt: at,
    body: JSON.stringify({ type: `alarm.${code}`, timestamp: at, data }),
  };
}

export function dayOf(time: string): string {
  return time.slice(0, 10);
}

/** Returns the day or minute in which each instance raises the alarm; receivers drop an id they know. */
function periodOf(code: AlarmCode, at: string): string | undefined {
  if (code === 'unproven_retry') return dayOf(at);
  return code === 'api_down' || code === 'api_up' ? at.slice(0, 16) : undefined;
}

export function relayMessage(posted: PostbackBody, step: Step, at: string): Message {
  const number = step.event.kind === 'postback' ? step.event.number : undefined;
  const { tokenHash = '' } = step.after.tries.find((each) => each.number === number) ?? {};
  const content = JSON.stringify(posted.shown ?? null);
  const data = { ...described(step), try: number, claim: posted.claim, postback: posted.shown };
  return {
    id: messageId(`${tokenHash}\n${content}`),
    receiver: 'relay',
    createdAt: at,
    body: JSON.stringify({ type: 'payment.postback', timestamp: at, data }),
  };
}

function messageId(text: string): string {
  return `msg_${hash('sha256', text, 'base64url')}`;
}

/** Returns what the API said in this step or before, and both amounts if they differ. */
export function reasonOf(step: Step): string | undefined {
  const { event, after } = step;
  const source = event.kind === 'try_ended' ? event.outcome : event;
  const said = ('reason' in source && source.reason) || reasonFor(after);
  return [otherAmountIn(step), said].filter(Boolean).join(', ') || undefined;
}

/** Describes the payment well enough to find it at the payments API and refund it. */
function described({ after, others }: Step) {
  return {
    payment: paymentOf(after, [after, ...others]),
    amountCentavos: after.amountCentavos,
    tries: after.tries.map(shownTry),
    otherAttempts: others.map((other) => ({
      id: other.id,
      status: other.status,
      tries: other.tries.map(shownTry),
    })),
  };
}

function shownTry(sent: Try) {
  const { tokenHash: _1, hasUnreadable: _2, ...shown } = sent;
  return shown;
}

/** Notes when and by what the outcome was decided, if this step decides it; always later than before. */
export function withDecision(
  before: Attempt,
  after: Attempt,
  event: AttemptEvent,
  at: string,
): Attempt {
  const isDecision = before.status !== after.status || event.kind === 'operator';
  if (!isDecision || !statuses[after.status].outcome) return after;
  const { outcomeAt: last = '' } = before;
  const outcomeAt = last < at ? at : new Date(Date.parse(last) + 1).toISOString();
  return { ...after, outcomeAt, decidedBy: deciderOf(event, after) };
}

/** Makes the message about the latest outcome; always the same one. */
export function outcomeMessage(attempt: Attempt): Message | undefined {
  const { outcome: status } = statuses[attempt.status];
  if (!status || !attempt.outcomeAt || !attempt.decidedBy) return undefined;
  const transactionId = transactionIdOf(attempt);
  const reason = reasonFor(attempt);
  const message: OutcomeMessage = {
    type: `payment.${status}`,
    timestamp: attempt.outcomeAt,
    data: {
      paymentId: attempt.id,
      orderId: attempt.orderId,
      status,
      amount: attempt.amountCentavos,
      currency: 'BRL',
      installments: attempt.installments,
      ...(attempt.card && { card: attempt.card }),
      ...(transactionId && { transactionId }),
      decidedBy: attempt.decidedBy,
      ...(reason && { reason }),
    },
  };
  return {
    id: messageId(`${attempt.id}\n${attempt.outcomeAt}`),
    receiver: 'payment',
    body: JSON.stringify(message),
    createdAt: attempt.outcomeAt,
    attemptId: attempt.id,
  };
}

/** Prefers the try that charged. */
export function transactionIdOf({ tries }: Attempt): string | undefined {
  const charged = tries.filter((each) => chargeOf(each) === 'charged');
  return [...charged, ...tries.toReversed()].find((each) => each.transactionId)?.transactionId;
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
