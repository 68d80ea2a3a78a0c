import type { AlarmCode } from '../../packages/proxy/src/attempt/alarms.ts';
import {
  blocksOrder,
  chargeOf,
  hasTry,
  isClosing,
  isFailure,
  isProcessing,
  orderStateOf,
  paymentOf,
  type Attempt,
  type Try,
} from '../../packages/proxy/src/attempt/attempt.ts';
import { statuses } from '../../packages/proxy/src/attempt/statuses.ts';
import type { TransitionRules } from '../../packages/proxy/src/attempt/transition.ts';
import { isFree, type Edge, type Order } from './world.ts';

type StateInvariant = (order: Order, rules: TransitionRules) => boolean;

type StepInvariant = (step: Step) => boolean;

interface Step extends Edge {
  event: Exclude<Edge['event'], 'close'>;
  was: Attempt;
  is: Attempt;
  alarms: ReadonlySet<AlarmCode>;
}

const isRunning = ({ status }: Attempt): boolean => statuses[status].phase === 'running';
const isUnresolved = ({ status }: Attempt): boolean => statuses[status].phase === 'unresolved';
const isPaid = (order: Order): boolean => order.some(({ status }) => status === 'approved');
const isClosed = (order: Order): boolean => order.some(isClosing);
const doubtful: ReadonlySet<string> = new Set(['uncertain', 'exists']);
const isDoubtful = (sent: Try): boolean => doubtful.has(chargeOf(sent));
const isAccepted = (sent: Try): boolean => ['charged', 'exists'].includes(chargeOf(sent));
const restsOnOperator = (payment: Attempt): boolean =>
  payment.resolution === 'approved' && !hasTry(payment, 'charged');

function isByHand(event: Step['event']): boolean {
  return event !== 'begin' && event.kind === 'operator';
}

/** Counts charges, including those that only an operator reported. */
function chargesIn(order: Order): number {
  let count = 0;
  for (const payment of order) {
    for (const sent of payment.tries) count += chargeOf(sent) === 'charged' ? 1 : 0;
    count += restsOnOperator(payment) ? 1 : 0;
  }
  return count;
}

/** Counts tries that may have charged and that no operator has looked up. */
function doubtsIn(order: Order): number {
  let count = 0;
  for (const { tries, resolution } of order) {
    for (const sent of tries) count += !resolution && isDoubtful(sent) ? 1 : 0;
  }
  return count;
}

const stateInvariants: Readonly<Record<string, StateInvariant>> = {
  'a paid order accepts no payment': (order, rules) => !isPaid(order) || !isFree(order, rules),

  'a closed order accepts no payment': (order, rules) => !isClosed(order) || !isFree(order, rules),

  'an order accepts no payment while one is running': (order, rules) =>
    !order.some(isRunning) || !isFree(order, rules),

  'an order accepts no payment while a try may have charged': (order, rules) => {
    const open = order.filter(({ resolution }) => !resolution);
    const mayBeCharged = open.some(({ tries }) =>
      tries.some((t) => isDoubtful(t) || isAccepted(t)),
    );
    return !mayBeCharged || !isFree(order, rules);
  },

  'approved means a proven charge or an operator’s decision': (order) =>
    order.every((payment) => {
      const isCharged = hasTry(payment, 'charged');
      if (payment.status === 'approved') return isCharged || payment.resolution === 'approved';
      return !isCharged || payment.status === 'sending';
    }),

  'a doubtful outcome never reads as a refusal': (order) =>
    order.every(
      (payment) =>
        !isFailure(payment) || payment.resolution !== undefined || !payment.tries.some(isDoubtful),
    ),

  'the buyer can try again if and only if the order accepts another payment': (order, rules) =>
    order.every((payment) => {
      const mayHelp = isFailure(payment) && payment.code !== 'configuration';
      return paymentOf(payment, order).retryable === (mayHelp && isFree(order, rules));
    }),

  'the shop reads "unpaid" if and only if the order accepts a payment': (order, rules) =>
    (orderStateOf('order', order).status === 'unpaid') === isFree(order, rules),

  'every outcome has a time, and no running payment has an alarm time': (order) =>
    order.every(
      (payment) =>
        (payment.outcomeAt !== undefined || !statuses[payment.status].outcome) &&
        !(isRunning(payment) && payment.alarmAt),
    ),
};

/** Must hold when a card is about to be sent. */
const sendInvariants: Readonly<Record<string, (edge: Edge) => boolean>> = {
  'nothing is sent for a charged order': ({ before }) =>
    !isPaid(before) && !before.some((payment) => hasTry(payment, 'charged')),

  'nothing is sent for a closed order': ({ before }) => !isClosed(before),

  'nothing is sent while another payment may charge': ({ before, id }) =>
    before
      .filter((payment) => payment.id !== id && !payment.resolution)
      .every(({ tries }) => !tries.some((t) => isDoubtful(t) || isAccepted(t))),

  'nothing is sent while a try of the same payment is in flight or accepted': ({ before, id }) =>
    before
      .filter((payment) => payment.id === id)
      .every(({ tries }) => !tries.some((t) => t.answer === undefined || isAccepted(t))),
};

/** Must hold when an order is closed. */
const closingInvariants: Readonly<Record<string, (edge: Edge) => boolean>> = {
  'an order is closed only if no payment runs, is charged or may be': ({ before }) =>
    !isPaid(before) && !before.some(isRunning) && doubtsIn(before) === 0 && chargesIn(before) === 0,
};

const stepInvariants: Readonly<Record<string, StepInvariant>> = {
  'approved is final': ({ was, is }) => was.status !== 'approved' || is.status === 'approved',

  'a buyer who was told an outcome is not told "processing" again': ({ was, is }) =>
    isProcessing(was) || !isProcessing(is),

  'no evidence is lost': ({ was, is }) =>
    was.tries.every((sent) => {
      const kept = is.tries.find(({ number }) => number === sent.number);
      const isKept = kept && (!sent.answer || kept.answer === sent.answer);
      return isKept && (chargeOf(sent) !== 'charged' || chargeOf(kept) === 'charged');
    }),

  'an interrupted payment stops running': ({ event, is }) =>
    event === 'begin' || event.kind !== 'interrupted' || !isRunning(is),

  'a final outcome changes only through evidence or an operator': ({ was, is, event }) =>
    !isFailure(was) ||
    was.status === is.status ||
    (event !== 'begin' && ['postback', 'operator', 'try_ended'].includes(event.kind)),

  'the shop is told each outcome once': (step) => {
    const { was, is, event, change } = step;
    const isNews = was.status !== is.status || isByHand(event);
    const outcome = isNews ? statuses[is.status].outcome : undefined;
    const told = change.messages.map(({ body }) => JSON.parse(body).data.status);
    return told.length === (outcome ? 1 : 0) && told.every((status) => status === outcome);
  },

  'later outcomes reach the shop with later times': ({ was, change }) =>
    change.messages.every(({ createdAt }) => !was.outcomeAt || createdAt > was.outcomeAt),

  'the shop is told "declined" only if the order can be paid again': ({ is, change }) =>
    is.status !== 'declined' || change.messages.length === 0 || !blocksOrder(is),

  'a second charge raises duplicate_charge': ({ before, after, alarms }) =>
    chargesIn(after) <= Math.max(1, chargesIn(before)) || alarms.has('duplicate_charge'),

  'a late charge raises an alarm, another one if the order was closed': (step) => {
    const { before, was, is, event, alarms } = step;
    const isLate = was.status === 'unknown' || isFailure(was);
    const isNew = is.status === 'approved' && was.status !== 'approved';
    if (!isLate || !isNew || isByHand(event)) return true;
    const code = isClosed(before) ? 'closed_order_charged' : 'late_charge';
    return alarms.has(code) || alarms.has('duplicate_charge');
  },

  'a charge next to a doubt raises an alarm': ({ before, after, was, is, event, alarms }) => {
    if (isByHand(event)) return true;
    const isNew =
      (isPaid(after) && !isPaid(before)) || (restsOnOperator(was) && !restsOnOperator(is));
    if (!isNew || doubtsIn(after) === 0) return true;
    return alarms.has('possible_duplicate_charge') || alarms.has('duplicate_charge');
  },

  'a doubt next to a charge raises an alarm, at the latest when its payment ends': (step) => {
    const { before, after, is, alarms } = step;
    return (
      !isPaid(before) ||
      isRunning(is) ||
      doubtsIn(after) <= doubtsIn(before) ||
      alarms.size > 0 ||
      is.alarmAt !== undefined
    );
  },

  'an unresolved outcome raises an alarm, now or later': ({ was, is, alarms }) => {
    const isNew = isUnresolved(is) && was.status !== is.status;
    const isDropped = isUnresolved(is) && was.alarmAt !== undefined && is.alarmAt === undefined;
    const isTold = alarms.has('outcome_unknown') || alarms.has('possible_duplicate_charge');
    return !(isNew || isDropped) || is.alarmAt !== undefined || isTold;
  },

  'a contradicted approval raises an alarm': ({ was, event, alarms }) => {
    if (event === 'begin' || event.kind !== 'postback' || event.claim !== 'refused') return true;
    const sent = was.tries.find(({ number }) => number === event.number);
    const isNews = sent?.postback !== 'refused' && sent?.postback !== 'charged';
    return sent?.answer !== 'charged' || !isNews || alarms.has('approval_contradicted');
  },

  'overruling an operator raises an alarm': ({ was, is, alarms }) =>
    was.resolution !== 'declined' || is.status === 'declined' || alarms.size > 0,
};

const ofStates = Object.entries(stateInvariants);
const ofSteps = Object.entries(stepInvariants);
const ofSends = Object.entries(sendInvariants);
const ofClosings = Object.entries(closingInvariants);

export function faultsInState(order: Order, rules: TransitionRules): string[] {
  return brokenOf(ofStates, (holds) => holds(order, rules));
}

export function faultsAt(edge: Edge): string[] {
  const { event, id, before, after, change } = edge;
  const sends = event === 'begin' || (event !== 'close' && event.kind === 'try_started');
  const faults = [
    ...(sends ? brokenOf(ofSends, (holds) => holds(edge)) : []),
    ...(event === 'close' ? brokenOf(ofClosings, (holds) => holds(edge)) : []),
  ];
  const was = before.find((payment) => payment.id === id);
  const is = after.find((payment) => payment.id === id);
  if (!was || !is || event === 'close') return faults;
  const step = { ...edge, event, was, is, alarms: new Set(change.alarms) };
  return [...faults, ...brokenOf(ofSteps, (holds) => holds(step))];
}

function brokenOf<Invariant>(
  invariants: readonly (readonly [name: string, invariant: Invariant])[],
  holds: (invariant: Invariant) => boolean,
): string[] {
  return invariants.filter(([, invariant]) => !holds(invariant)).map(([name]) => name);
}
