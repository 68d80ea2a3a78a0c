import type { AttemptEvent, Circumstances } from './state-machine.ts';
import { chargeOf, hasTry, type Attempt } from './attempt.ts';
import type { Charge } from './outcome.ts';

/** What support is told; docs/operations.md says what each asks for. */
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

/** One step of an attempt, with the order's other attempts as they are at that time. */
export interface Step {
  before: Attempt;
  after: Attempt;
  others: readonly Attempt[];
  event: AttemptEvent;
}

/** Lists what support must hear of a step: money that moved unseen, twice, or perhaps. */
export function alarmsOf(step: Step, { unsettledAlarmMs }: Circumstances): AlarmCode[] {
  const isOpenForGood = step.event.kind === 'overdue' || opensForGood(step, unsettledAlarmMs);
  const alarms: (AlarmCode | undefined)[] = [
    ...alarmsOfMoney(step),
    alarmOfDoubt(step),
    isContradicted(step) ? 'approval_contradicted' : undefined,
    ...alarmsOfEnd(step),
    isOpenForGood ? 'outcome_unknown' : undefined,
  ];
  return alarms.filter((alarm) => alarm !== undefined);
}

/** Compares what was charged before and after the step, over all tries of the order. */
function alarmsOfMoney({ before, after, others }: Step): (AlarmCode | undefined)[] {
  const charges = chargesIn([after]);
  const isNewCharge = charges > chargesIn([before]);
  if (isNewCharge && charges + chargesIn(others) > 1) return ['duplicate_charge'];

  if (after.status !== 'approved' || before.status === 'approved') return [];
  const wasToldOtherwise = before.status === 'unknown' || isFailure(before);
  const isInDoubt = doubtsIn([after, ...others]) > 0;
  return [
    wasToldOtherwise ? 'late_charge' : undefined,
    isInDoubt ? 'possible_duplicate_charge' : undefined,
  ];
}

function chargesIn(attempts: readonly Attempt[]): number {
  return triesIn(attempts, ['charged']);
}

function doubtsIn(attempts: readonly Attempt[]): number {
  return triesIn(attempts, ['uncertain', 'exists']);
}

function triesIn(attempts: readonly Attempt[], charges: readonly Charge[]): number {
  const tries = attempts.flatMap((attempt) => attempt.tries);
  return tries.filter((each) => charges.includes(chargeOf(each))).length;
}

/** Looks for a postback that says, once the attempt has ended, that one more try was taken up. */
function alarmOfDoubt({ before, after, event }: Step): AlarmCode | undefined {
  const isNews = event.kind === 'postback' && doubtsIn([after]) > doubtsIn([before]);
  if (!isNews || before.status !== after.status) return undefined;
  if (after.status === 'approved') return 'possible_duplicate_charge';
  return isFailure(after) ? 'possible_charge' : undefined;
}

function isFailure({ status }: Attempt): boolean {
  return ['declined', 'invalid', 'failed'].includes(status);
}

/** Tells whether a try's answer and its postback disagree on whether it was charged, since now. */
function isContradicted({ before, event }: Step): boolean {
  const told = before.tries.find((each) => 'number' in event && each.number === event.number);
  if (!told) return false;
  if (event.kind === 'try_ended') {
    return event.outcome.charge === 'charged' && told.postback === 'refused';
  }
  const isRefusal = event.kind === 'postback' && event.claim === 'refused';
  return isRefusal && chargeOf(told) === 'charged' && told.postback !== 'refused';
}

/** Looks at how an attempt ended without being charged, as far as is known. */
function alarmsOfEnd({ before, after, event }: Step): AlarmCode[] {
  const isEnd = isFailure(after) && before.status !== after.status;
  if (!isEnd || event.kind === 'interrupted') return [];
  const mayBeCharged = hasTry(after, 'uncertain');
  if (after.code === 'configuration') {
    return mayBeCharged ? ['configuration', 'possible_charge'] : ['configuration'];
  }
  if (mayBeCharged) return ['possible_charge'];
  return after.code === 'unavailable' ? ['unavailable'] : [];
}

/** Tells whether the attempt's end became unknown, and no postback is waited for first. */
function opensForGood({ before, after }: Step, unsettledAlarmMs: number | undefined): boolean {
  if (before.status === after.status || after.alarmAt !== undefined) return false;
  if (after.status === 'unknown') return true;
  return after.status === 'pending' && unsettledAlarmMs === undefined;
}
