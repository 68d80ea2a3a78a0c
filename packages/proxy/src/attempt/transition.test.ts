import { describe, expect, it } from 'vitest';
import {
  afterNoon,
  begin,
  closing,
  cut,
  ended,
  endedForNow,
  givenUp,
  moved,
  noon,
  overdue,
  paid,
  paymentBy,
  posted,
  resolved,
  rules,
  started,
  stepOf,
  transitionSettings,
  type Way,
} from '../../testing/payments.ts';
import { declined, mayBeCharged, pending, type Outcome } from './outcome.ts';
import type { AttemptEvent } from './state-machine.ts';
import { postbackEvent, transition, transitionRulesOf, tryOf } from './transition.ts';

const at = noon.toISOString();

describe('a step', () => {
  it('changes one payment of its order, and says what changed', () => {
    const other = paymentBy('declined', 'a-0');

    const step = stepOf(begin(), ended(1, paid), { others: [other] });

    expect(step).toMatchObject({
      attempt: { id: 'a-1', status: 'approved', payment: { id: 'pay_1' } },
      statusBefore: 'sending',
      event: { paymentId: 'a-1', at, kind: 'try_ended', tryNumber: 1, status: 'approved' },
      alarms: [],
    });
  });

  it('changes nothing of a payment that is unknown, or that the event does not concern', () => {
    expect(transition([], 'a-1', ended(1, paid), rules)).toBeUndefined();
    expect(transition([begin('a-2')], 'a-1', ended(1, paid), rules)).toBeUndefined();
    expect(transition([paymentBy('approved')], 'a-1', cut, rules)).toBeUndefined();
  });

  it.each<[kind: string, Way, AttemptEvent, tryNumber: number | undefined]>([
    ['try_started', 'waiting', started(2), 2],
    ['given_up', 'waiting', givenUp, undefined],
    ['interrupted', 'sending', cut, undefined],
    ['overdue', 'pending', overdue, undefined],
  ])('is kept without details if its kind is %s', (kind, way, event, tryNumber) => {
    const step = stepOf(paymentBy(way), event);

    const status = step?.attempt.status;
    expect(step?.event).toEqual({ paymentId: 'a-1', at, kind, tryNumber, status });
  });

  it('keeps what an answer proves, and nothing else of its content', () => {
    const outcome: Outcome = {
      ...declined,
      httpStatus: 402,
      transactionId: 'pay_1',
      reason: '/status: refused',
      fields: { 'card.number': ['invalid'] },
      payment: { holder: 'MARIA SILVA' },
      statedCentavos: 12_990,
    };

    const { details = '', tryNumber } = stepOf(begin(), ended(1, outcome))?.event ?? {};

    expect(tryNumber).toBe(1);
    expect(JSON.parse(details)).toEqual({
      charge: 'refused',
      status: 'declined',
      code: 'declined',
      httpStatus: 402,
      transactionId: 'pay_1',
      reason: '/status: refused',
    });
  });

  it('keeps what a postback claims, and nothing else of its content', () => {
    const event: AttemptEvent = {
      kind: 'postback',
      number: 1,
      claim: 'refused',
      transactionId: 'pay_1',
      reason: '/status: refused',
      payment: { holder: 'MARIA SILVA' },
      statedCentavos: 12_990,
    };

    const { details = '', tryNumber } = stepOf(paymentBy('pending'), event)?.event ?? {};

    expect(tryNumber).toBe(1);
    expect(JSON.parse(details)).toEqual({
      claim: 'refused',
      transactionId: 'pay_1',
      reason: '/status: refused',
    });
  });

  it('names its operator, and says why as far as the API does', () => {
    const refusal = { ...declined, reason: '/status: refused' };

    expect(stepOf(paymentBy('unknown'), resolved('approved'))?.operator).toBe('ana');
    expect(stepOf(begin(), ended(1, refusal))).toMatchObject({ reason: '/status: refused' });
    expect(stepOf(begin(), ended(1, refusal))?.operator).toBeUndefined();
  });
});

describe('a retry', () => {
  it.each<Way>(['approved', 'sending', 'reserved', 'waiting', 'pending', 'unknown'])(
    'does not start while another payment of the order is %s',
    (way) => {
      const others = [paymentBy('declined', 'a-2'), paymentBy(way, 'a-3')];

      expect(stepOf(paymentBy('waiting'), started(2), { others })).toBeUndefined();
    },
  );

  it('starts beside payments that charged nothing', () => {
    const others = [
      paymentBy('declined', 'a-2'),
      paymentBy('invalid', 'a-3'),
      paymentBy('failed', 'a-4'),
    ];

    expect(stepOf(paymentBy('waiting'), started(2), { others })?.attempt.status).toBe('sending');
  });
});

describe('another payment of the order', () => {
  it.each<[words: string, Way, AttemptEvent, status: string]>([
    ['an answer', 'sending', ended(1, paid), 'approved'],
    ['a postback', 'unknown', posted(1, 'charged'), 'approved'],
    ['a crash', 'waiting', cut, 'unknown'],
  ])(
    'keeps no step from being recorded but the start of a try: %s',
    (_words, way, event, status) => {
      const others = [paymentBy('approved', 'a-2')];

      expect(stepOf(paymentBy(way), event, { others })?.attempt.status).toBe(status);
    },
  );
});

describe('an operator', () => {
  it('cannot decline a payment while its try may still leave', () => {
    const interrupted = paymentBy('sending');
    const finding = (status: 'approved' | 'declined', ms: number) => {
      const given = transitionRulesOf(transitionSettings, () => afterNoon(ms));
      return transition([moved(interrupted, [cut])], 'a-1', resolved(status), given);
    };
    const longestMs = 60_000 + transitionSettings.upstreamTimeoutMs + 10_000;

    expect(finding('declined', longestMs - 1)).toBeUndefined();
    expect(finding('approved', longestMs - 1)?.attempt.status).toBe('approved');
    expect(finding('declined', longestMs)?.attempt.status).toBe('declined');
  });
});

describe('an approval', () => {
  it('is marked if its order had been closed, for support and the shop', () => {
    const step = stepOf(paymentBy('declined'), posted(1, 'charged'), { others: [closing] });

    expect(step?.attempt).toMatchObject({ status: 'approved', isAfterClosing: true });
    expect(step?.alarms).toEqual(['closed_order_charged']);
    expect(JSON.parse(step?.messages.at(-1)?.body ?? '')).toMatchObject({
      type: 'payment.approved',
      data: { paymentId: 'a-1', orderClosed: true },
    });
  });

  it('alone is marked, and only if its order had been closed', () => {
    const open = stepOf(paymentBy('declined'), posted(1, 'charged'), {
      others: [paymentBy('failed', 'a-2')],
    });
    const unknown = stepOf(paymentBy('failed'), posted(1, 'exists'), { others: [closing] });

    expect(open?.attempt.status).toBe('approved');
    expect(open?.attempt).not.toHaveProperty('isAfterClosing');
    expect(unknown?.attempt.status).toBe('unknown');
    expect(unknown?.attempt).not.toHaveProperty('isAfterClosing');
  });
});

const serverError = [endedForNow(1, mayBeCharged)];
const secondTry = [...serverError, started(2)];

const delayedStep = (before: AttemptEvent[], event: AttemptEvent) =>
  stepOf(moved(begin(), before), event, { ms: 3000 });

describe('the delay of a postback', () => {
  it.each<[words: string, before: AttemptEvent[], AttemptEvent, delayMs: number]>([
    ['from the answer on', [ended(1, pending)], posted(1, 'charged'), 3000],
    ['as none before the answer', [], posted(1, 'charged'), 0],
    ['for the first try, while another one is sent', secondTry, posted(1, 'charged'), 3000],
    ['for the second try, before its answer', secondTry, posted(2, 'charged'), 0],
  ])('is measured %s', (_words, before, event, delayMs) => {
    expect(delayedStep(before, event)).toMatchObject({ postbackDelayMs: delayMs });
  });

  it.each<[words: string, before: AttemptEvent[], AttemptEvent]>([
    ['if the try had one', [ended(1, pending), posted(1, 'exists')], posted(1, 'charged')],
    ['if a crash lost the answer', [cut], posted(1, 'charged')],
    ['at an answer', [], ended(1, paid)],
    ['at an answer after the postback', [posted(1, 'exists')], ended(1, paid)],
    ['when a try starts', serverError, started(2)],
    ['when an operator decides', [ended(1, pending)], resolved('approved')],
  ])('is not measured %s', (_words, before, event) => {
    expect(delayedStep(before, event)).toMatchObject({ postbackDelayMs: undefined });
  });
});

describe('the token of a postback', () => {
  const attempt = moved(begin(), [endedForNow(1, mayBeCharged), started(2, 'hash-2')]);

  it('finds its try', () => {
    expect([1, 2, 3].map((number) => tryOf(attempt, `hash-${number}`)?.number)).toEqual([
      1,
      2,
      undefined,
    ]);
  });

  it('makes the postback evidence about this try, without the body that the shop gets', () => {
    const body = { claim: 'refused', transactionId: 'pay_1', reason: '/status: refused' } as const;

    expect(postbackEvent(attempt, 'hash-2', { ...body, shown: { nsu: '7' } })).toEqual({
      kind: 'postback',
      number: 2,
      ...body,
    });
  });

  it('makes nothing of a postback if no try has it', () => {
    expect(postbackEvent(attempt, 'hash-3', { claim: 'charged' })).toBeUndefined();
  });
});
