import { describe, expect, it } from 'vitest';
import {
  afterNoon,
  begin,
  cut,
  ended,
  endedForNow,
  givenUp,
  moved,
  noon,
  paid,
  posted,
  resolved,
  started,
  stepOf,
} from '../../testing/payments.ts';
import { declined, mayBeCharged, noAnswer, pending, rateLimited } from './outcome.ts';
import type { AttemptEvent } from './state-machine.ts';

const at = noon.toISOString();

type Deciding = [words: string, before: AttemptEvent[], AttemptEvent, status: string];

const serverError = [endedForNow(1, mayBeCharged)];
const secondTry = [...serverError, started(2)];

const byAnswer: Deciding[] = [
  ['a 2xx', [], ended(1, paid), 'approved'],
  ['a 2xx after a paid postback', [posted(1, 'charged')], ended(1, paid), 'approved'],
  ['a refusal', [], ended(1, declined), 'declined'],
  ['a refusal after a 5xx', secondTry, ended(2, declined), 'unknown'],
  ['a pending 2xx', [], ended(1, pending), 'pending'],
  ['the last 429', [], ended(1, rateLimited), 'failed'],
  ['no answer', [], ended(1, noAnswer), 'unknown'],
  ['a crash', [], cut, 'unknown'],
  ['a crash after a 429', [endedForNow(1, rateLimited)], cut, 'failed'],
  ['giving up after a 5xx', serverError, givenUp, 'unknown'],
];

const byPostback: Deciding[] = [
  ['a paid one after a 5xx', serverError, posted(1, 'charged'), 'approved'],
  ['a paid one before a 5xx', [posted(1, 'charged')], ended(1, mayBeCharged), 'approved'],
  ['a paid one before a crash', [posted(1, 'charged')], cut, 'approved'],
  ['a refused one after a pending 2xx', [ended(1, pending)], posted(1, 'refused'), 'declined'],
  ['a refused one before a 5xx', [posted(1, 'refused')], ended(1, mayBeCharged), 'declined'],
  ['a refused one before a crash', [posted(1, 'refused')], cut, 'declined'],
  ['an unreadable one after a 429', [ended(1, rateLimited)], posted(1, 'exists'), 'unknown'],
  ['an unreadable one before a 429', [posted(1, 'exists')], ended(1, rateLimited), 'pending'],
  ['an unreadable one before a crash', [posted(1, 'exists')], cut, 'pending'],
];

const byOperator: Deciding[] = [
  ['who approves it', [ended(1, noAnswer)], resolved('approved'), 'approved'],
  ['who declines it', [ended(1, pending)], resolved('declined'), 'declined'],
];

const decision = (before: AttemptEvent[], last: AttemptEvent) =>
  stepOf(moved(begin(), before), last)?.attempt;

describe('an outcome', () => {
  it.each(byAnswer)(
    'is decided by the answer, or its absence: %s',
    (_words, before, last, status) => {
      const decidedBy = 'answer';

      expect(decision(before, last)).toMatchObject({ status, decidedBy, outcomeAt: at });
    },
  );

  it.each(byPostback)('is decided by a postback: %s', (_words, before, last, status) => {
    const decidedBy = 'postback';

    expect(decision(before, last)).toMatchObject({ status, decidedBy, outcomeAt: at });
  });

  it.each(byOperator)('is decided by an operator %s', (_words, before, last, status) => {
    const decidedBy = 'operator';

    expect(decision(before, last)).toMatchObject({ status, decidedBy, outcomeAt: at });
  });

  it.each<[words: string, before: AttemptEvent[], AttemptEvent]>([
    ['a retry that starts', serverError, started(2)],
    ['a try that may be repeated', [], endedForNow(1, mayBeCharged)],
    ['a postback before the answer', [], posted(1, 'charged')],
  ])('is not decided by %s', (_words, before, event) => {
    const step = stepOf(moved(begin(), before), event);

    expect(step?.attempt).not.toHaveProperty('outcomeAt');
    expect(step?.attempt).not.toHaveProperty('decidedBy');
    expect(step?.messages).toEqual([]);
  });

  it.each([
    ['behind', -5000, afterNoon(1)],
    ['the same', 0, afterNoon(1)],
    ['ahead', 5000, afterNoon(5000)],
  ])('comes later than the one before, if the clock is %s', (_words, ms, outcomeAt) => {
    const told = decision([], ended(1, pending)) ?? begin();

    const step = stepOf(told, posted(1, 'charged'), { ms });

    expect(step?.attempt.outcomeAt).toBe(outcomeAt.toISOString());
    expect(step?.event.at).toBe(afterNoon(ms).toISOString());
  });

  it('keeps its time and what decided it while evidence only confirms it', () => {
    const approved = decision([], ended(1, paid)) ?? begin();

    const step = stepOf(approved, posted(1, 'charged'), { ms: 5000 });

    expect(step?.attempt).toMatchObject({ outcomeAt: at, decidedBy: 'answer' });
    expect(step?.messages).toEqual([]);
  });
});
