import { describe, expect, it } from 'vitest';
import {
  begin,
  ended,
  endedForNow,
  invalid,
  moved,
  paid,
  posted,
  started,
} from '../../testing/payments.ts';
import { maxKept } from './attempt.ts';
import { declined, mayBeCharged, noAnswer, pending, rateLimited, type Claim } from './outcome.ts';
import type { AttemptEvent } from './state-machine.ts';

const first = { id: 'first' };
const second = { id: 'second' };
const secondTry = [endedForNow(1, mayBeCharged), started(2)];

function telling(number: number, claim: Claim, payment: object): AttemptEvent {
  return { kind: 'postback', number, claim, payment };
}

function naming(transactionId: string): AttemptEvent {
  return { kind: 'postback', number: 1, claim: 'exists', transactionId };
}

describe('the body that an attempt keeps', () => {
  it.each<[string, AttemptEvent[], object]>([
    ['of an approving answer', [ended(1, { ...paid, payment: first })], first],
    ['of an approving postback', [ended(1, noAnswer), telling(1, 'charged', first)], first],
    ['of a refusing postback', [ended(1, noAnswer), telling(1, 'refused', first)], first],
    [
      'of a later postback about a pending payment',
      [ended(1, { ...pending, payment: first }), telling(1, 'exists', second)],
      second,
    ],
    [
      'of a pending answer, if the approving postback has none',
      [ended(1, { ...pending, payment: first }), posted(1, 'charged')],
      first,
    ],
    [
      'of a refusal, if a postback without a body approves it later',
      [ended(1, { ...declined, payment: first }), posted(1, 'charged')],
      first,
    ],
    [
      'of a postback that approves what was refused',
      [ended(1, { ...declined, payment: first }), telling(1, 'charged', second)],
      second,
    ],
    [
      'of the postback that claims more',
      [telling(1, 'exists', first), telling(1, 'charged', second)],
      second,
    ],
    [
      'of the first of two postbacks that claim the same',
      [telling(1, 'exists', first), telling(1, 'exists', second)],
      first,
    ],
    [
      'of a paid postback that a refused one follows',
      [telling(1, 'charged', first), telling(1, 'refused', second)],
      first,
    ],
    [
      'of an approving answer that a postback repeats',
      [ended(1, { ...paid, payment: first }), telling(1, 'charged', second)],
      first,
    ],
    [
      'of the try that was paid rather than of one that was refused',
      [...secondTry, telling(1, 'charged', first), telling(2, 'refused', second)],
      first,
    ],
    [
      'of the last try that was paid while one is sent',
      [...secondTry, telling(1, 'charged', first), telling(2, 'charged', second)],
      second,
    ],
  ])('is the one %s', (_words, events, payment) => {
    expect(moved(begin(), events)).toMatchObject({ payment });
  });
});

describe('the faults that an attempt keeps', () => {
  it('are those of its answer', () => {
    expect(moved(begin(), [ended(1, invalid)])).toMatchObject({ fields: invalid.fields });
  });
});

describe('an unknown end', () => {
  it('stays as the buyer saw it when an earlier try turns out to be accepted', () => {
    const before = moved(begin(), [endedForNow(1, rateLimited), started(2), ended(2, noAnswer)]);

    const after = moved(before, [posted(1, 'exists')]);

    expect(before).toMatchObject({ status: 'unknown', code: 'no_answer' });
    expect(after).toMatchObject({ status: 'unknown', code: 'no_answer' });
  });
});

describe('the ids of a try at the payments API', () => {
  const sent = moved(begin(), [ended(1, noAnswer)]);
  const namedIn = (...ids: string[]) => moved(sent, ids.map(naming)).tries[0];

  it('are none while no postback names one', () => {
    const [posted1] = moved(sent, [posted(1, 'exists')]).tries;

    expect(posted1).not.toHaveProperty('transactionId');
    expect(posted1).not.toHaveProperty('otherIds');
  });

  it.each<[string, string[], string[] | undefined]>([
    ['one', ['tx_1'], undefined],
    ['one again and again', ['tx_1', 'tx_1', 'tx_1'], undefined],
    ['another one', ['tx_1', 'tx_2'], ['tx_2']],
    ['known ones in turn', ['tx_1', 'tx_2', 'tx_1', 'tx_2'], ['tx_2']],
    ['a third one', ['tx_1', 'tx_2', 'tx_3'], ['tx_2', 'tx_3']],
  ])('are the first and each further one when postbacks name %s', (_words, ids, otherIds) => {
    expect(namedIn(...ids)?.transactionId).toBe('tx_1');
    expect(namedIn(...ids)?.otherIds).toEqual(otherIds);
  });

  it('don’t change with a postback that names none', () => {
    const [named] = moved(sent, [naming('tx_1'), posted(1, 'exists')]).tries;

    expect(named).toMatchObject({ transactionId: 'tx_1' });
    expect(named).not.toHaveProperty('otherIds');
  });

  it('stay few, however many postbacks name', () => {
    const others = Array.from({ length: maxKept + 2 }, (_, index) => `other_${index}`);

    expect(namedIn('tx_1', ...others)?.otherIds).toEqual(others.slice(0, maxKept));
  });
});
