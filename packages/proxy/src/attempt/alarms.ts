import { evidenceIn, type AttemptEvent } from './state-machine.ts';
import { chargeOf, doubtsIn, hasTry, isClosing, isFailure, type Attempt } from './attempt.ts';
import { statuses } from './statuses.ts';

/** What support is alerted with. */
export const alarmCodes = [
  'configuration',
  'unavailable',
  'outcome_unknown',
  'late_charge',
  'closed_order_charged',
  'duplicate_charge',
  'possible_duplicate_charge',
  'approval_contradicted',
  'unknown_status',
  'unreadable_postback',
  'amount_mismatch',
  'risk_refused',
  'unproven_retry',
  'api_down',
  'api_up',
] as const;

export type AlarmCode = (typeof alarmCodes)[number];

/** A step of an attempt, with the order's other attempts at that time. */
export interface Step {
  before: Attempt;
  after: Attempt;
  others: readonly Attempt[];
  event: AttemptEvent;
}

export function alarmsOf(step: Step): AlarmCode[] {
  const alarms: (AlarmCode | undefined)[] = [
    ...alarmsOfMoney(step),
    alarmOfDoubt(step),
    isContradicted(step) ? 'approval_contradicted' : undefined,
    alarmOfEnd(step),
    alarmOfAnswer(step),
    isFirstUnreadable(step) ? 'unreadable_postback' : undefined,
    hasNewAmount(step) ? 'amount_mismatch' : undefined,
    step.event.kind === 'try_started' && step.event.alarmsSupport ? 'unproven_retry' : undefined,
    step.event.kind === 'try_ended' || step.event.kind === 'postback'
      ? step.event.alarm
      : undefined,
  ];
  return alarms.filter((alarm) => alarm !== undefined);
}

/** Compares a new charge with the order's other tries. */
function alarmsOfMoney({ before, after, others, event }: Step): (AlarmCode | undefined)[] {
  const charges = chargesIn([after]);
  const isNewCharge = charges > chargesIn([before]);
  if (isNewCharge && charges + chargesIn(others) > 1) return ['duplicate_charge'];

  // What an operator approved may be this charge, or one of another try.
  const isProved = restsOnOperator(before) && !restsOnOperator(after);
  const isNewApproval = after.status === 'approved' && before.status !== 'approved';
  if (event.kind === 'operator' || (!isNewApproval && !isProved)) return [];
  const wasReportedOtherwise = before.status === 'unknown' || isFailure(before);
  const open = [after, ...others.filter(({ resolution }) => !resolution)];
  const late = others.some(isClosing) ? 'closed_order_charged' : 'late_charge';
  return [
    wasReportedOtherwise ? late : undefined,
    doubtsIn(open) > 0 ? 'possible_duplicate_charge' : undefined,
  ];
}

/** Counts proved charges, and approvals that rest on an operator. */
function chargesIn(attempts: readonly Attempt[]): number {
  const tries = attempts.flatMap((attempt) => attempt.tries);
  const charged = tries.filter((each) => chargeOf(each) === 'charged');
  return charged.length + attempts.filter(restsOnOperator).length;
}

/** Whether only an operator says that the attempt is approved. A charge removes the resolution. */
function restsOnOperator({ resolution }: Attempt): boolean {
  return resolution === 'approved';
}

/** Finds a try that may have charged a paid order too, or an outcome that stays unknown. */
function alarmOfDoubt(step: Step): AlarmCode | undefined {
  const { before, after, event, others } = step;
  const isMore = event.kind === 'postback' && doubtsIn([after]) > doubtsIn([before]);
  const isPaid = [before, ...others].some(({ status }) => status === 'approved');
  if (isMore && isPaid) return 'possible_duplicate_charge';
  const isUnexplained = event.kind === 'overdue' || becomesUnexplained(step);
  return isUnexplained ? 'outcome_unknown' : undefined;
}

/** Whether this step is the first whose evidence contradicts an approval. */
function isContradicted({ before, after }: Step): boolean {
  if (restsOnOperator(before)) return mayBeCharged(before) && !mayBeCharged(after);
  return contradictionsIn(after) > contradictionsIn(before);
}

function contradictionsIn({ tries }: Attempt): number {
  return tries.filter(({ isContradicted: is }) => is).length;
}

function mayBeCharged(attempt: Attempt): boolean {
  return hasTry(attempt, 'charged') || doubtsIn([attempt]) > 0;
}

function alarmOfEnd({ before, after, event }: Step): AlarmCode | undefined {
  if (before.status === after.status || event.kind !== 'try_ended') return undefined;
  if (event.outcome.code === 'configuration') return 'configuration';
  return after.status === 'failed' && after.code === 'unavailable' ? 'unavailable' : undefined;
}

/** Passes on the answer's alarm, unless other evidence decided. */
function alarmOfAnswer({ before, after, event }: Step): AlarmCode | undefined {
  const decides = event.kind === 'try_ended' && event.outcome.status === after.status;
  return decides && before.status !== after.status ? event.outcome.alarm : undefined;
}

/** Whether this is the try's first postback that can't be read. */
function isFirstUnreadable({ before, event }: Step): boolean {
  if (event.kind !== 'postback' || !event.isUnreadable) return false;
  return !before.tries.find(({ number }) => number === event.number)?.hasUnreadable;
}

function hasNewAmount({ before, after }: Step): boolean {
  return (after.otherAmounts?.length ?? 0) > (before.otherAmounts?.length ?? 0);
}

/** Names both amounts if the step's evidence states another one than is charged. */
export function otherAmountIn({ after, event }: Step): string | undefined {
  const { amountCentavos } = after;
  const { statedCentavos: stated } = evidenceIn(event);
  if (stated === undefined || stated === amountCentavos) return undefined;
  return `charged: ${amountCentavos} centavos, stated: ${stated}`;
}

/** Whether the outcome has just become unknown and no postback is expected. */
function becomesUnexplained({ before, after }: Step): boolean {
  if (before.status === after.status || after.alarmAt !== undefined) return false;
  return statuses[after.status].phase === 'unresolved';
}
