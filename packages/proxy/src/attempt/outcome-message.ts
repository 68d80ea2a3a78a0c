import { createHash } from 'node:crypto';
import type { DecidedBy, OutcomeMessage } from '@card-checkout/contract/shop-server';
import { chargeOf, isInDoubt, type Attempt } from './attempt.ts';
import type { Message } from './messages.ts';
import type { AttemptEvent } from './state-machine.ts';
import { statuses } from './statuses.ts';

/**
 * Notes when and by what the outcome was decided, if this step decides it; always later than before.
 * The beginning and the end of a doubt are decisions, too.
 */
export function withDecision(
  before: Attempt,
  after: Attempt,
  event: AttemptEvent,
  at: Date,
): Attempt {
  const isDecision =
    before.status !== after.status ||
    isInDoubt(before) !== isInDoubt(after) ||
    event.kind === 'operator';
  if (!isDecision || !statuses[after.status].outcome) return after;
  const earliestMs = before.outcomeAt === undefined ? 0 : Date.parse(before.outcomeAt) + 1;
  const outcomeAt = new Date(Math.max(at.getTime(), earliestMs)).toISOString();
  return { ...after, outcomeAt, decidedBy: deciderOf(event, after) };
}

/** Makes the message about the latest outcome; always the same one. */
export function outcomeMessage(attempt: Attempt): Message | undefined {
  const { outcome: status } = statuses[attempt.status];
  if (!status || !attempt.outcomeAt || !attempt.decidedBy) return undefined;
  const transactionId = transactionIdOf(attempt);
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
    },
  };
  const hash = createHash('sha256')
    .update(`${attempt.id}\n${attempt.outcomeAt}`)
    .digest('base64url');
  return {
    id: `msg_${hash}`,
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
