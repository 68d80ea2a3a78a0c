import { createHash, randomUUID } from 'node:crypto';
import type { AlarmCode, Step } from './alarms.ts';
import { paymentOf, type PostbackBody, type Try } from './attempt.ts';

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

export function alarmMessage(code: AlarmCode, step: Step, at: Date): Message {
  const data = { ...described(step), statusBefore: step.before.status, reason: reasonOf(step) };
  return {
    // Each instance raises this alarm once a day; its receiver drops an id that it knows.
    id: code === 'unproven_retry' ? `msg_${code}_${dayOf(at)}` : `msg_${randomUUID()}`,
    receiver: 'support',
    createdAt: at.toISOString(),
    body: JSON.stringify({ type: `alarm.${code}`, timestamp: at.toISOString(), data }),
  };
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function relayMessage(posted: PostbackBody, step: Step, at: Date): Message {
  const number = step.event.kind === 'postback' ? step.event.number : undefined;
  const { tokenHash = '' } = step.after.tries.find((each) => each.number === number) ?? {};
  const content = JSON.stringify(posted.shown ?? null);
  const hash = createHash('sha256').update(`${tokenHash}\n${content}`).digest('base64url');
  const data = { ...described(step), try: number, claim: posted.claim, postback: posted.shown };
  return {
    id: `msg_${hash}`,
    receiver: 'relay',
    createdAt: at.toISOString(),
    body: JSON.stringify({ type: 'payment.postback', timestamp: at.toISOString(), data }),
  };
}

/** Returns the API's own words if the step is an answer. */
export function reasonOf({ event }: Pick<Step, 'event'>): string | undefined {
  return event.kind === 'try_ended' ? event.outcome.reason : undefined;
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
  const { number, startedAt, endedAt, answer, postback, postbackAt, transactionId } = sent;
  return { number, startedAt, endedAt, answer, postback, postbackAt, transactionId };
}
