import { describe, expect, it } from 'vitest';
import {
  afterNoon,
  alarmsBy,
  begin,
  context,
  cut,
  ended,
  endedForNow,
  moved,
  overdue,
  paid,
  posted,
  resolved,
  rules,
  started,
  waysTo,
} from '../../testing/payments.ts';
import { blocksOrder, type Resolution } from './attempt.ts';
import { configuration, declined, mayBeCharged, pending, rateLimited } from './outcome.ts';
import { resolutionRefusal, type ResolutionRefusal } from './state-machine.ts';
import { advance, type AttemptEvent } from './state-machine.ts';
import { transition } from './transition.ts';

const ways = {
  ...waysTo,
  interrupted: [cut],
  'declined after a 5xx': [endedForNow(1, mayBeCharged), started(2), ended(2, declined)],
  'failed by a 429, then accepted': [ended(1, rateLimited), posted(1, 'exists')],
  'approved by an operator': [cut, resolved('approved')],
  'declined by an operator': [cut, resolved('declined')],
  'declined by an operator after a 429': [
    endedForNow(1, mayBeCharged),
    started(2),
    ended(2, rateLimited),
    resolved('declined'),
  ],
  'unknown by two tries': [endedForNow(1, mayBeCharged), started(2), cut],
} satisfies Record<string, AttemptEvent[]>;

type State = keyof typeof ways;

const paymentIn = (state: State) => moved(begin(), ways[state]);

const resolvable = [
  'pending',
  'unknown',
  'interrupted',
  'unknown by a 5xx',
  'declined after a 5xx',
  'failed by a 429, then accepted',
] as const;

describe('an operator', () => {
  it.each(resolvable)('frees the order of what is %s, or pays it', (from) => {
    const attempt = paymentIn(from);

    const ends = (['declined', 'approved'] as const).map((status) => {
      expect(resolutionRefusal([attempt], attempt.id, status, context)).toBeUndefined();
      return moved(attempt, [resolved(status)]);
    });

    expect(ends).toMatchObject([
      { status: 'declined', code: 'declined', resolution: 'declined' },
      { status: 'approved', resolution: 'approved' },
    ]);
    expect(ends.map(blocksOrder)).toEqual([false, false]);
    expect(ends.map(({ alarmAt }) => alarmAt)).toEqual([undefined, undefined]);
  });

  it.each<[State, Resolution, ResolutionRefusal]>([
    ['sending', 'approved', 'payment_running'],
    ['reserved', 'declined', 'payment_running'],
    ['waiting', 'approved', 'payment_running'],
    ['approved', 'declined', 'evidence_contradicts'],
    ['approved', 'approved', 'already_resolved'],
    ['declined', 'approved', 'evidence_contradicts'],
    ['declined', 'declined', 'already_resolved'],
    ['invalid', 'approved', 'evidence_contradicts'],
    ['failed', 'approved', 'evidence_contradicts'],
    ['failed', 'declined', 'already_resolved'],
    ['approved by an operator', 'declined', 'already_resolved'],
    ['declined by an operator', 'approved', 'already_resolved'],
  ])('cannot resolve what is %s as %s', (from, status, refusal) => {
    const attempt = paymentIn(from);

    expect(resolutionRefusal([attempt], attempt.id, status, context)).toBe(refusal);
    expect(advance(attempt, resolved(status), context)).toBeUndefined();
  });

  it('cannot decline a payment before its try has left or can leave no more', () => {
    const attempt = paymentIn('interrupted');
    const [soon, later] = [89_999, 90_000].map((ms) => {
      return { at: afterNoon(ms).toISOString(), mayLeaveMs: 90_000 };
    });
    const refusalIn = (given: typeof soon, status: Resolution, one = attempt) =>
      given && resolutionRefusal([one], one.id, status, given);

    expect(refusalIn(soon, 'declined')).toBe('payment_running');
    expect(refusalIn(soon, 'approved')).toBeUndefined();
    expect(refusalIn(later, 'declined')).toBeUndefined();
    expect(refusalIn(soon, 'declined', moved(attempt, [posted(1, 'exists')]))).toBeUndefined();
    expect(refusalIn(soon, 'declined', paymentIn('unknown'))).toBeUndefined();
  });

  it('cannot decline a payment of two tries while either may leave', () => {
    const soon = { at: afterNoon(1).toISOString(), mayLeaveMs: 90_000 };
    const second = moved(paymentIn('waiting'), [started(2), cut]);
    const left = moved(second, [posted(2, 'exists')]);

    expect(resolutionRefusal([second], 'a-1', 'declined', soon)).toBe('payment_running');
    expect(resolutionRefusal([left], 'a-1', 'declined', soon)).toBeUndefined();
  });

  it('cannot resolve a payment that is not there', () => {
    expect(resolutionRefusal([paymentIn('unknown')], 'a-2', 'approved', context)).toBe(
      'payment_not_found',
    );
  });

  it.each<[State, AttemptEvent, status: string]>([
    ['approved by an operator', posted(1, 'refused'), 'approved'],
    ['approved by an operator', ended(1, declined), 'approved'],
    ['declined by an operator', posted(1, 'exists'), 'declined'],
    ['declined by an operator', ended(1, pending), 'declined'],
    ['declined by an operator', posted(1, 'charged'), 'approved'],
    ['declined by an operator', ended(1, paid), 'approved'],
    ['declined by an operator after a 429', posted(2, 'exists'), 'unknown'],
  ])(
    'is outweighed by a charge and by one more accepted try alone: %s, then %o',
    (from, event, status) => {
      expect(advance(paymentIn(from), event, context)?.status).toBe(status);
    },
  );

  it('is forgotten once a charge outweighs what was found out', () => {
    const after = moved(paymentIn('declined by an operator'), [posted(1, 'charged')]);

    expect(after).not.toHaveProperty('resolution');
  });
});

describe('support', () => {
  it.each<[State, AttemptEvent, alarms: string[]]>([
    ['unknown', resolved('approved'), []],
    ['unknown', resolved('declined'), []],
    ['unknown by a 5xx', resolved('approved'), []],
    ['declined by an operator', posted(1, 'charged'), ['late_charge']],
    ['declined by an operator', posted(1, 'refused'), []],
    ['declined by an operator', posted(1, 'exists'), []],
    ['declined by an operator', overdue, []],
    ['declined by an operator after a 429', posted(2, 'exists'), ['outcome_unknown']],
    ['approved by an operator', posted(1, 'charged'), []],
    ['approved by an operator', posted(1, 'exists'), []],
    ['approved by an operator', posted(1, 'refused'), ['approval_contradicted']],
    ['approved by an operator', ended(1, declined), ['approval_contradicted']],
    ['approved by an operator', ended(1, configuration), ['approval_contradicted']],
  ])('is alerted, after %s and %o, with %j', (from, event, alarms) => {
    expect(alarmsBy(paymentIn(from), event)).toEqual(alarms);
  });

  it('is alerted of a contradiction once no try is left that may have charged', () => {
    const approved = moved(paymentIn('unknown by two tries'), [resolved('approved')]);
    const oneRefused = moved(approved, [posted(1, 'refused')]);
    const bothRefused = moved(oneRefused, [posted(2, 'refused')]);

    expect(alarmsBy(approved, posted(1, 'refused'))).toEqual([]);
    expect(alarmsBy(oneRefused, posted(2, 'refused'))).toEqual(['approval_contradicted']);
    expect(alarmsBy(bothRefused, posted(2, 'refused'))).toEqual([]);
  });

  it('is alerted of a second charge of the order', () => {
    const byOperator = paymentIn('approved by an operator');
    const byAnswer = paymentIn('approved');

    expect(alarmsBy(paymentIn('unknown'), resolved('approved'), { others: [byAnswer] })).toEqual([
      'duplicate_charge',
    ]);
    expect(alarmsBy(begin(), ended(1, paid), { others: [byOperator] })).toEqual([
      'duplicate_charge',
    ]);
    expect(alarmsBy(byOperator, posted(1, 'charged'), { others: [byAnswer] })).toEqual([]);
  });

  it('is alerted of the other try when a charge proves the operator wrong', () => {
    const attempt = moved(paymentIn('unknown by two tries'), [resolved('declined')]);

    expect(alarmsBy(attempt, posted(2, 'charged'))).toEqual([
      'late_charge',
      'possible_duplicate_charge',
    ]);
  });

  it('is not alerted of doubts that the operator has ended', () => {
    const others = [moved(paymentIn('unknown by a 5xx'), [resolved('declined')])];

    expect(alarmsBy(begin(), ended(1, paid), { others })).toEqual([]);
  });
});

describe('the message about an operator’s decision', () => {
  it.each<[State, Resolution]>([
    ['unknown', 'approved'],
    ['unknown by a 5xx', 'declined'],
    ['declined after a 5xx', 'declined'],
  ])('tells the shop that what was %s is %s, with a later time', (from, status) => {
    const told = transition([paymentIn('sending')], 'a-1', ended(1, pending), rules);
    const attempt = { ...paymentIn(from), outcomeAt: told?.attempt.outcomeAt ?? '' };

    const change = transition([attempt], 'a-1', resolved(status), rules);

    const [message] = change?.messages ?? [];
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: `payment.${status}`,
      timestamp: afterNoon(1).toISOString(),
      data: { status, decidedBy: 'operator' },
    });
    expect(change?.event.details).toBe(`{"status":"${status}","note":"in the portal","by":"ana"}`);
    expect(change?.operator).toBe('ana');
  });
});
