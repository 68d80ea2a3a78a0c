import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
} from '../../testing/payments.ts';
import { advance, type AttemptEvent } from './state-machine.ts';
import { blocksOrder, hasTry, type Attempt } from './attempt.ts';
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
}

/** Plays events on an attempt of its own. */
function steps(played: Move[]): Step[] {
  const made: Step[] = [];
  let before = begin();
  for (const move of played) {
    const event = move(before);
    const after = advance(before, event, context);
    if (!after) continue;
    made.push({ before, event, after });
    before = after;
  }
  return made;
}

/** Checks a sentence about the steps of any attempt. */
function holds(check: (made: Step[]) => void): void {
  const anyMoves = fc.array(fc.constantFrom(...moves), { maxLength: 16, size: 'max' });
  fc.assert(
    fc.property(anyMoves, (played) => check(steps(played))),
    { numRuns: 1000 },
  );
}

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
  closed: {},
};

// What else must hold in every state is in chaos/walk/invariants.ts.
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

  it('rests on an operator only as long as no charge is proved', () => {
    holds((made) => {
      for (const { after } of made)
        if (hasTry(after, 'charged')) expect(after).not.toHaveProperty('resolution');
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
});
