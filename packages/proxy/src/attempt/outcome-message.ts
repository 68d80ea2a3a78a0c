import { randomUUID } from 'node:crypto';
import type { DecidedBy, OutcomeMessage } from '@card-checkout/contract/shop-server';
import type { Step } from './alarms.ts';
import { chargeOf, type Attempt } from './attempt.ts';
import type { Message } from './messages.ts';
import { statuses } from './statuses.ts';

/** Sets the time of the attempt's outcome, if this step decides it; never before an earlier outcome. */
export function withOutcomeTime(before: Attempt, after: Attempt, at: Date): Attempt {
  if (before.status === after.status || !statuses[after.status].outcome) return after;
  const earliestMs = before.outcomeAt === undefined ? 0 : Date.parse(before.outcomeAt) + 1;
  const outcomeAt = new Date(Math.max(at.getTime(), earliestMs)).toISOString();
  return { ...after, outcomeAt };
}

/** Makes the message that tells the shop's server the outcome; none unless this step decides it. */
export function outcomeMessages(step: Step): Message[] {
  const { before, after } = step;
  const { outcome: status } = statuses[after.status];
  if (before.status === after.status || !status || !after.outcomeAt) return [];
  const transactionId = transactionIdOf(after);
  const message: OutcomeMessage = {
    type: `payment.${status}`,
    timestamp: after.outcomeAt,
    data: {
      paymentId: after.id,
      orderId: after.orderId,
      status,
      amount: after.amountCentavos,
      currency: 'BRL',
      installments: after.installments,
      ...(after.card && { card: after.card }),
      ...(transactionId && { transactionId }),
      decidedBy: deciderOf(step),
    },
  };
  return [
    {
      id: `msg_${randomUUID()}`,
      receiver: 'payment',
      body: JSON.stringify(message),
      createdAt: after.outcomeAt,
      attemptId: after.id,
    },
  ];
}

/** Returns the API's id of the payment, from the try that charged if there is one. */
function transactionIdOf({ tries }: Attempt): string | undefined {
  const charged = tries.filter((each) => chargeOf(each) === 'charged');
  return [...charged, ...tries.toReversed()].find((each) => each.transactionId)?.transactionId;
}

/** Tells what decided; the postbacks did if they prove another outcome than the answer. */
function deciderOf({ event, after: { status } }: Step): DecidedBy {
  if (event.kind === 'postback') return 'postback';
  if (event.kind === 'try_ended' && event.outcome.status === status) return 'answer';
  return status === 'approved' || status === 'declined' || status === 'pending'
    ? 'postback'
    : 'answer';
}
