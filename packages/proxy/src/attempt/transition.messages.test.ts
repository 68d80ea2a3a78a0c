import { describe, expect, it } from 'vitest';
import {
  afterNoon,
  begin,
  cut,
  ended,
  endedForNow,
  moved,
  noon,
  paid,
  posted,
  rules,
  started,
  transitionSettings,
  waysTo,
} from '../../testing/payments.ts';
import type { Attempt, PostbackBody } from './attempt.ts';
import { receivers, type Receiver } from './messages.ts';
import { mayBeCharged, pending } from './outcome.ts';
import {
  latestMessage,
  transition,
  transitionRulesOf,
  type Recorded,
  type TransitionSettings,
} from './transition.ts';

const body: PostbackBody = { claim: 'charged', shown: { nsu: '7' } };

const unknown = moved(begin(), waysTo.unknown);
const unknownByTwo = moved(begin(), [endedForNow(1, mayBeCharged), started(2), cut]);

/** Returns what a paid postback changes. */
function paidLate(
  attempt: Attempt,
  { others = [], kept = receivers }: { others?: Attempt[]; kept?: readonly Receiver[] } = {},
) {
  const given = { ...rules, receivers: new Set(kept) };
  return transition([...others, attempt], 'a-1', posted(1, 'charged'), given, body);
}

/** Returns each message's receiver, type and data. */
function messagesIn(step: Recorded | undefined) {
  return step?.messages.map((message) => {
    const { type, data } = JSON.parse(message.body);
    return { receiver: message.receiver, type, data };
  });
}

const relayed = { receiver: 'relay', type: 'payment.postback' };
const alarmed = { receiver: 'support', type: 'alarm.late_charge' };
const told = { receiver: 'payment', type: 'payment.approved' };

describe('a step', () => {
  it('forwards the postback, alerts support and tells the shop the outcome', () => {
    expect(messagesIn(paidLate(unknown))).toMatchObject([
      { ...relayed, data: { try: 1, claim: 'charged', postback: { nsu: '7' }, otherPayments: [] } },
      { ...alarmed, data: { status: 'approved', statusBefore: 'unknown', otherPayments: [] } },
      { ...told, data: { status: 'approved', decidedBy: 'postback' } },
    ]);
  });

  it.each<[Receiver, message: object]>([
    ['relay', relayed],
    ['support', alarmed],
    ['payment', told],
  ])('has messages for no other receiver: %s', (receiver, message) => {
    expect(messagesIn(paidLate(unknown, { kept: [receiver] }))).toMatchObject([message]);
  });

  it('has no message without receivers, and still raises its alarms', () => {
    expect(paidLate(unknown, { kept: [] })).toMatchObject({
      alarms: ['late_charge'],
      messages: [],
    });
  });

  it('forwards nothing if it is no postback', () => {
    const step = transition([moved(begin(), [cut])], 'a-1', ended(1, paid), rules);

    expect(messagesIn(step)).toMatchObject([alarmed, told]);
  });

  it('tells the shop nothing unless the outcome is new', () => {
    const step = paidLate(moved(begin(), waysTo.approved));

    expect(messagesIn(step)).toMatchObject([relayed]);
  });

  it('has one message for each alarm, with the order’s other payments', () => {
    const others = [moved(begin('a-2'), waysTo.declined)];

    const step = paidLate(unknownByTwo, { others, kept: ['support'] });

    const data = { paymentId: 'a-1', otherPayments: [{ paymentId: 'a-2', status: 'declined' }] };
    expect(step?.alarms).toEqual(['late_charge', 'possible_duplicate_charge']);
    expect(messagesIn(step)).toMatchObject([
      { type: 'alarm.late_charge', data },
      { type: 'alarm.possible_duplicate_charge', data },
    ]);
  });
});

describe('the latest message', () => {
  const attempt = transition([begin()], 'a-1', ended(1, pending), rules)?.attempt;

  it('is about the outcome, as it was first', () => {
    const step = transition([begin()], 'a-1', ended(1, pending), rules);

    expect(latestMessage(step?.attempt, rules)).toEqual(step?.messages[0]);
    expect(latestMessage(attempt, rules)).toMatchObject({ receiver: 'payment', paymentId: 'a-1' });
  });

  it('needs a payment with an outcome, and a shop that wants to know', () => {
    const deaf = { ...rules, receivers: new Set(['relay', 'support'] as const) };

    expect(latestMessage(undefined, rules)).toBeUndefined();
    expect(latestMessage(begin(), rules)).toBeUndefined();
    expect(latestMessage(attempt, deaf)).toBeUndefined();
  });
});

const rulesBy = (changes: Partial<TransitionSettings>) =>
  transitionRulesOf({ ...transitionSettings, ...changes }, () => noon);

describe('the rules', () => {
  it('let support wait for a postback, unless none can arrive', () => {
    const waiting = transition([begin()], 'a-1', cut, rulesBy({}));
    const alone = transition([begin()], 'a-1', cut, rulesBy({ postbackBase: undefined }));

    expect(waiting?.alarms).toEqual([]);
    expect(waiting?.attempt.alarmAt).toBe(afterNoon(900_000).toISOString());
    expect(alone?.alarms).toEqual(['outcome_unknown']);
    expect(alone?.attempt).not.toHaveProperty('alarmAt');
  });

  it('have the receivers that a webhook is configured for', () => {
    const url = 'https://shop.example';
    const webhooks = { payment: url, relay: url };
    const [none, some] = [{}, webhooks].map((given) => rulesBy({ webhooks: given }).receivers);

    expect(none).toEqual(new Set());
    expect(some).toEqual(new Set(['relay', 'payment']));
  });
});
