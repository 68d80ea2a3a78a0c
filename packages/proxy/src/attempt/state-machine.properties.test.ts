import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlarmCode } from './alarm-guide.ts';
import { alarmsOf } from './alarms.ts';
import {
  begin,
  context,
  cut,
  ended,
  endedForNow,
  givenUp,
  invalid,
  overdue,
  paid,
  posted,
  resolved,
  started,
} from '../../testing/attempts.ts';
import { advance, type AttemptEvent } from './state-machine.ts';
import { chargeOf, hasTry, blocksOrder, type Attempt } from './attempt.ts';
import type { AttemptStatus } from './statuses.ts';
import {
  configuration,
  declined,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
  rateLimited,
} from './outcome.ts';

const outcomes = [
  paid,
  pending,
  declined,
  invalid,
  configuration,
  rateLimited,
  mayBeCharged,
  noAnswer,
  nothingSent,
];

type Move = (attempt: Attempt) => AttemptEvent;

const startNext: Move = ({ tries }) => started(tries.length + 1);

/** Lists everything that can happen; the more often a move is listed, the likelier it is. */
const moves: Move[] = [
  ...Array<Move>(16).fill(startNext),
  ...outcomes.flatMap((outcome): Move[] => [
    ({ tries }) => endedForNow(tries.length, outcome),
    ({ tries }) => ended(tries.length, outcome),
    () => ended(1, outcome),
  ]),
  ...[1, 2, 3, 4].flatMap((number): Move[] => [
    () => posted(number, 'charged'),
    () => posted(number, 'refused'),
    () => posted(number, 'exists'),
  ]),
  () => givenUp,
  () => cut,
  () => cut,
  () => overdue,
  () => resolved('approved'),
  () => resolved('declined'),
];

/** One step that an attempt really made. */
interface Step {
  before: Attempt;
  event: AttemptEvent;
  after: Attempt;
  alarms: AlarmCode[];
}

/** Plays events on an attempt of its own, with and without postbacks to wait for. */
function steps(played: Move[], unresolvedAlarmMs?: number): Step[] {
  const given = { ...context, unresolvedAlarmMs };
  const made: Step[] = [];
  let before = begin();
  for (const move of played) {
    const event = move(before);
    const after = advance(before, event, given);
    if (!after) continue;
    made.push({
      before,
      event,
      after,
      alarms: alarmsOf({ before, after, event, others: [] }, given),
    });
    before = after;
  }
  return made;
}

/** Checks a sentence about the steps of any attempt. */
function holds(check: (made: Step[]) => void): void {
  const anyMoves = fc.array(fc.constantFrom(...moves), { maxLength: 16, size: 'max' });
  const waits = fc.constantFrom(undefined, 900_000);
  fc.assert(
    fc.property(anyMoves, waits, (played, waitMs) => check(steps(played, waitMs))),
    { numRuns: 1000 },
  );
}

const isChargeEvidence = (event: AttemptEvent) =>
  (event.kind === 'postback' && event.claim === 'charged') ||
  (event.kind === 'try_ended' && event.outcome.charge === 'charged');

const isApprovalByOperator = ({ event }: Step) =>
  event.kind === 'operator' && event.status === 'approved';

/** Says where each event may lead from each status, as the table of state-machine.ts does. */
const ways: Record<AttemptStatus, Partial<Record<AttemptEvent['kind'], AttemptStatus[]>>> = {
  reserved: {
    try_started: ['sending'],
    interrupted: ['failed'],
    postback: ['approved', 'declined', 'pending'],
  },
  sending: {
    try_ended: [
      'reserved',
      'waiting',
      'pending',
      'approved',
      'declined',
      'invalid',
      'failed',
      'unknown',
    ],
    interrupted: ['approved', 'declined', 'pending', 'unknown'],
    postback: ['sending'],
  },
  waiting: {
    try_started: ['sending'],
    given_up: ['unknown'],
    interrupted: ['unknown'],
    postback: ['approved', 'declined', 'pending'],
  },
  pending: {
    // 'unknown': the try that existed was refused, and another may have charged.
    try_ended: ['pending', 'approved', 'declined', 'unknown'],
    postback: ['pending', 'approved', 'declined'],
    overdue: ['pending'],
    operator: ['approved', 'declined'],
  },
  unknown: {
    try_ended: ['unknown', 'pending', 'approved', 'declined', 'invalid', 'failed'],
    postback: ['unknown', 'approved', 'declined'],
    overdue: ['unknown'],
    operator: ['approved', 'declined'],
  },
  approved: { try_ended: ['approved'], postback: ['approved'] },
  declined: {
    try_ended: ['declined', 'approved'],
    postback: ['declined', 'unknown', 'approved'],
  },
  invalid: {
    try_ended: ['invalid', 'approved'],
    postback: ['invalid', 'unknown', 'approved'],
  },
  failed: {
    try_ended: ['failed', 'approved'],
    postback: ['failed', 'unknown', 'approved'],
  },
};

describe('after any sequence of events, an attempt', () => {
  it('goes only where the table says', () => {
    holds((made) => {
      for (const { before, event, after } of made) {
        expect(ways[before.status][event.kind], `${before.status} by ${event.kind}`).toContain(
          after.status,
        );
      }
    });
  });

  it('never leaves approved', () => {
    holds((made) => {
      const from = made.findIndex(({ after }) => after.status === 'approved');
      if (from < 0) return;
      expect(made.slice(from).map(({ after }) => after.status)).not.toContainEqual(
        expect.not.stringMatching('approved'),
      );
    });
  });

  it('leaves declined and invalid for nothing but evidence that it charged, or may have', () => {
    holds((made) => {
      for (const { before, event, after } of made) {
        if (!['declined', 'invalid'].includes(before.status)) continue;
        if (isChargeEvidence(event) || event.kind === 'operator') continue;
        expect([before.status, 'unknown']).toContain(after.status);
      }
    });
  });

  it('is approved once there is evidence of a charge, as soon as no try is on its way', () => {
    holds((made) => {
      const from = made.findIndex(({ event }) => isChargeEvidence(event));
      if (from < 0) return;
      const statuses = made.slice(from).map(({ after }) => after.status);
      expect(statuses.filter((status) => !['approved', 'sending'].includes(status))).toEqual([]);
    });
  });

  it('is approved only by the evidence of a charge, or by an operator', () => {
    holds((made) => {
      const last = made.at(-1)?.after;
      if (last?.status !== 'approved') return;
      expect(hasTry(last, 'charged') || last.resolution === 'approved').toBe(true);
    });
  });

  it('has as many tries as were started, each known by its own number and token', () => {
    holds((made) => {
      const startedTries = made.filter(({ event }) => event.kind === 'try_started').length;
      const tries = made.at(-1)?.after.tries ?? [];
      if (made.length === 0) return;
      expect(tries.map(({ number }) => number)).toEqual(
        Array.from({ length: startedTries + 1 }, (_, index) => index + 1),
      );
      expect(new Set(tries.map(({ tokenHash }) => tokenHash)).size).toBe(tries.length);
    });
  });

  it('starts no try while another one runs, may have gone through, or is known of', () => {
    holds((made) => {
      for (const { before, event } of made) {
        if (event.kind !== 'try_started') continue;
        expect(before.tries.every(({ answer }) => answer !== undefined)).toBe(true);
        const charges = before.tries.map(chargeOf);
        expect(charges.filter((charge) => /^(charged|exists|refused)$/.test(charge))).toEqual([]);
      }
    });
  });

  it('is pending or unknown only if support was alerted, or has a time of an alarm', () => {
    holds((made) => {
      let wasTold = false;
      for (const { after, alarms } of made) {
        wasTold ||= alarms.includes('outcome_unknown');
        const isUnresolved = after.status === 'pending' || after.status === 'unknown';
        if (isUnresolved) expect(wasTold || after.alarmAt !== undefined).toBe(true);
        else expect(after.alarmAt).toBeUndefined();
      }
    });
  });

  it('can be resolved by an operator, either way, exactly if it blocks its order for good', () => {
    holds((made) => {
      const last = made.at(-1)?.after ?? begin();
      const attempt = advance(last, cut, context) ?? last;
      const isBlocked = attempt.status !== 'approved' && blocksOrder(attempt);
      for (const event of [resolved('approved'), resolved('declined')]) {
        const after = advance(attempt, event, context);
        expect(after && !blocksOrder(after)).toBe(isBlocked || undefined);
      }
    });
  });

  it('never reads as a refusal while a try may have charged, unless an operator says so', () => {
    holds((made) => {
      const last = made.at(-1)?.after;
      if (!last || !['declined', 'invalid', 'failed'].includes(last.status)) return;
      const isInDoubt = hasTry(last, 'uncertain') || hasTry(last, 'exists');
      expect(isInDoubt && !last.resolution).toBe(false);
    });
  });

  it('alerts support if two tries were charged or may have been', () => {
    holds((made) => {
      const raised = new Set(made.flatMap(({ alarms }) => alarms));
      const last = made.at(-1)?.after;
      if (last?.status !== 'approved') return;
      const charges = last.tries.map(chargeOf);
      const charged = charges.filter((charge) => charge === 'charged').length;
      const isUnresolved = charges.includes('uncertain') || charges.includes('exists');
      if (charged > 1) expect(raised).toContain('duplicate_charge');
      else if (isUnresolved && !made.some(isApprovalByOperator))
        expect([...raised].join()).toMatch(/possible_duplicate_charge|late_charge/);
    });
  });

  it('may be paid again only when no try is in flight and the outcome is final', () => {
    holds((made) => {
      const last = made.at(-1)?.after;
      if (!last || blocksOrder(last) || last.status === 'approved' || last.resolution) return;
      expect(last.tries.every(({ answer, postback }) => answer ?? postback)).toBeTruthy();
      expect(['declined', 'invalid', 'failed']).toContain(last.status);
    });
  });
});
