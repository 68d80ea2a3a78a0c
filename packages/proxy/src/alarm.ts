import type { AttemptEvent, Circumstances } from './attempt-state.ts';
import { chargeOf, hasTry, type Attempt } from './attempt.ts';

/** Is what support is told; docs/operations.md says what each asks for. */
export type AlarmCode = (typeof alarmCodes)[number];

export const alarmCodes = [
  'configuration',
  'unavailable',
  'outcome_unknown',
  'possible_charge',
  'late_charge',
  'duplicate_charge',
  'possible_duplicate_charge',
  'approval_contradicted',
] as const;

/** Is one step of an attempt, with the order's other attempts as they are at that time. */
export interface Step {
  before: Attempt;
  after: Attempt;
  others: readonly Attempt[];
  event: AttemptEvent;
}

/** Lists what support must hear of a step: money that moved unseen, twice, or perhaps. */
export function alarmsOf(step: Step, { unsettledAlarmMs }: Circumstances): AlarmCode[] {
  const alarms = [alarmOfMoney(step), alarmOfEnd(step)].filter((alarm) => alarm !== undefined);
  const isOpenForGood = step.event.kind === 'overdue' || opensForGood(step, unsettledAlarmMs);
  return isOpenForGood ? [...alarms, 'outcome_unknown'] : alarms;
}

/** Compares what was charged before and after the step, over all tries of the order. */
function alarmOfMoney({ before, after, others, event }: Step): AlarmCode | undefined {
  const charges = chargesIn([after]);
  const isNewCharge = charges > chargesIn([before]);
  if (isNewCharge && charges + chargesIn(others) > 1) return 'duplicate_charge';

  const wasToldOtherwise = ['unknown', 'declined', 'invalid', 'failed'].includes(before.status);
  const isApproval = after.status === 'approved' && before.status !== 'approved';
  if (isApproval && wasToldOtherwise) return 'late_charge';
  const isInDoubt = [after, ...others].some((attempt) => hasTry(attempt, 'uncertain'));
  if (isApproval && isInDoubt) return 'possible_duplicate_charge';

  if (event.kind !== 'postback' || event.claim !== 'refused') return undefined;
  const told = before.tries.find(({ number }) => number === event.number);
  return told && chargeOf(told) === 'charged' ? 'approval_contradicted' : undefined;
}

function chargesIn(attempts: readonly Attempt[]): number {
  return attempts.flatMap(({ tries }) => tries).filter((each) => chargeOf(each) === 'charged')
    .length;
}

/** Looks at how an attempt ended without being charged, as far as is known. */
function alarmOfEnd({ before, after, event }: Step): AlarmCode | undefined {
  if (before.status === after.status || event.kind === 'interrupted') return undefined;
  if (after.code === 'configuration') return 'configuration';
  const isEnd = ['declined', 'invalid', 'failed'].includes(after.status);
  if (isEnd && hasTry(after, 'uncertain')) return 'possible_charge';
  return after.status === 'failed' && after.code === 'unavailable' ? 'unavailable' : undefined;
}

/** Tells whether the attempt's end became unknown, and no postback is waited for first. */
function opensForGood({ before, after }: Step, unsettledAlarmMs: number | undefined): boolean {
  if (before.status === after.status || after.alarmAt !== undefined) return false;
  if (after.status === 'unknown') return true;
  return after.status === 'pending' && unsettledAlarmMs === undefined;
}
