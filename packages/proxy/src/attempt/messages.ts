import { hash } from 'node:crypto';
import type { OutcomeMessage } from '@card-checkout/contract/shop-server';
import type { AlarmCode } from './alarms.ts';
import { otherAmountIn, type Step } from './alarms.ts';
import {
  chargeOf,
  isClosing,
  reasonFor,
  signedIn,
  type Attempt,
  type PostbackBody,
  type Try,
} from './attempt.ts';
import { evidenceIn } from './state-machine.ts';
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
  paymentId?: string;
}

export function alarmMessage(code: AlarmCode, step: Step, at: string): Message {
  const data = {
    ...described(step),
    statusBefore: statuses[step.before.status].shownAs,
    reason: reasonOf(step),
  };
  const period = periodOf(code, at);
  const body = JSON.stringify({ type: `alarm.${code}`, timestamp: at, data });
  return {
    id: period === undefined ? messageId(body) : `msg_${code}_${period}`,
    receiver: 'support',
    createdAt: at,
    body,
  };
}

/** Returns the day or minute in which each instance raises the alarm; receivers drop an id they know. */
function periodOf(code: AlarmCode, at: string): string | undefined {
  if (code === 'unproven_retry') return at.slice(0, 10);
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
  const said = evidenceIn(event).reason ?? reasonFor(after);
  return [otherAmountIn(step), said].filter(Boolean).join(', ') || undefined;
}

/** Describes the payment well enough to find it at the payments API and refund it. */
function described({ after, others }: Step) {
  return {
    ...factsOf(after),
    ...(after.code && { code: after.code }),
    tries: after.tries.map(shownTry),
    otherPayments: others
      .filter((other) => !isClosing(other))
      .map((other) => ({
        paymentId: other.id,
        status: statuses[other.status].shownAs,
        tries: other.tries.map(shownTry),
      })),
  };
}

/** Names a payment the same way in every message. */
function factsOf(attempt: Attempt) {
  const transactionId = transactionIdOf(attempt);
  return {
    paymentId: attempt.id,
    orderId: attempt.orderId,
    status: statuses[attempt.status].shownAs,
    amount: attempt.amountCentavos,
    ...signedIn(attempt),
    currency: 'BRL' as const,
    installments: attempt.installments,
    ...(attempt.card && { card: attempt.card }),
    ...(transactionId && { transactionId }),
  };
}

function shownTry(sent: Try) {
  const { tokenHash: _1, hasUnreadable: _2, ...shown } = sent;
  return shown;
}

/** Makes the message about the latest outcome; always the same one. */
export function outcomeMessage(attempt: Attempt): Message | undefined {
  const { outcome: status } = statuses[attempt.status];
  if (!status || !attempt.outcomeAt || !attempt.decidedBy) return undefined;
  const reason = reasonFor(attempt);
  const message: OutcomeMessage = {
    type: `payment.${status}`,
    timestamp: attempt.outcomeAt,
    data: {
      ...factsOf(attempt),
      status,
      decidedBy: attempt.decidedBy,
      ...(reason && { reason }),
      ...(attempt.isAfterClosing && { orderClosed: true }),
    },
  };
  return {
    id: messageId(`${attempt.id}\n${attempt.outcomeAt}`),
    receiver: 'payment',
    body: JSON.stringify(message),
    createdAt: attempt.outcomeAt,
    paymentId: attempt.id,
  };
}

/** Prefers the try that charged. */
export function transactionIdOf({ tries }: Attempt): string | undefined {
  const charged = tries.filter((each) => chargeOf(each) === 'charged');
  return [...charged, ...tries.toReversed()].find((each) => each.transactionId)?.transactionId;
}
