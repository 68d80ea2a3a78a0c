import { describe, expect, it } from 'vitest';
import {
  afterNoon,
  begin,
  closing,
  context,
  cut,
  ended,
  endedForNow,
  moved,
  posted,
  started,
  stepBy,
  wanted,
} from '../../testing/payments.ts';
import type { Attempt, PostbackBody } from './attempt.ts';
import { alarmMessage, reasonOf, relayMessage, type Message } from './messages.ts';
import { declined, mayBeCharged, noAnswer } from './outcome.ts';
import { startAttempt, type AttemptEvent } from './state-machine.ts';

const at = context.at;

/** What every message says of the payment that `begin` returns. */
const facts = {
  paymentId: 'a-1',
  orderId: 'o-1',
  amount: 12_990,
  orderAmount: 12_990,
  currency: 'BRL',
  installments: 1,
  card: { brand: 'visa', last4: '2701', kind: 'credit' },
};

const unanswered = moved(begin(), [ended(1, noAnswer)]);
const unansweredTry = { number: 1, startedAt: at, endedAt: at, answer: 'uncertain' };

const contentOf = ({ body }: Message) => JSON.parse(body);

describe('an alarm', () => {
  it('tells support which payment changed, how, and what its tries show', () => {
    const message = alarmMessage('late_charge', stepBy(unanswered, posted(1, 'charged')), at);

    expect(message).toMatchObject({ receiver: 'support', createdAt: at });
    expect(contentOf(message)).toStrictEqual({
      type: 'alarm.late_charge',
      timestamp: at,
      data: {
        ...facts,
        statusBefore: 'unknown',
        status: 'approved',
        tries: [{ ...unansweredTry, postback: 'charged', postbackAt: at }],
        otherPayments: [],
      },
    });
  });

  it('tells support what the buyer was told, and what the API said', () => {
    const refusal = { ...declined, reason: '/error: risk' };
    const message = alarmMessage('risk_refused', stepBy(begin(), ended(1, refusal)), at);

    expect(contentOf(message).data).toMatchObject({
      statusBefore: 'processing',
      status: 'declined',
      code: 'declined',
      reason: '/error: risk',
    });
  });

  it('lists the order’s other payments, but not its closing', () => {
    const unread: AttemptEvent = {
      kind: 'postback',
      number: 1,
      claim: 'exists',
      isUnreadable: true,
    };
    const other = moved(begin('a-2'), [ended(1, noAnswer), unread]);
    const step = stepBy(unanswered, posted(1, 'charged'), [other, closing]);

    expect(contentOf(alarmMessage('closed_order_charged', step, at)).data.otherPayments).toEqual([
      {
        paymentId: 'a-2',
        status: 'unknown',
        tries: [{ ...unansweredTry, postback: 'exists', postbackAt: at }],
      },
    ]);
  });
});

function stating(reason?: string, statedCentavos?: number): AttemptEvent {
  const said = { ...(reason && { reason }), ...(statedCentavos && { statedCentavos }) };
  return { kind: 'postback', number: 1, claim: 'exists', ...said };
}

describe('the reason for a step', () => {
  const amounts = 'charged: 12990 centavos, stated: 12500';
  const explained = moved(begin(), [ended(1, { ...noAnswer, reason: 'before' })]);
  const contradicted = moved(explained, [posted(1, 'refused')]);

  it.each<[string, Attempt, AttemptEvent, reason: string | undefined]>([
    ['what the API says now', unanswered, stating('now'), 'now'],
    ['what the API says now rather than before', contradicted, stating('now'), 'now'],
    ['what the API said before', explained, posted(1, 'refused'), 'before'],
    ['what the API said before, about a crash', moved(begin(), [stating('before')]), cut, 'before'],
    ['both amounts', unanswered, stating(undefined, 12_500), amounts],
    ['both amounts and what the API says', unanswered, stating('now', 12_500), `${amounts}, now`],
    ['nothing if the API says nothing', unanswered, stating(), undefined],
    ['nothing if it is approved', explained, posted(1, 'charged'), undefined],
  ])('is %s', (_words, before, event, reason) => {
    expect(reasonOf(stepBy(before, event))).toBe(reason);
  });
});

describe('a forwarded postback', () => {
  const twoTries = moved(begin(), [
    endedForNow(1, mayBeCharged),
    started(2),
    ended(2, mayBeCharged),
  ]);

  const forwarded = (shown: unknown, number = 1, before = twoTries, time = at) => {
    const body: PostbackBody = { claim: 'exists', shown };
    return relayMessage(body, stepBy(before, posted(number, 'exists')), time);
  };

  it('tells the shop what the API posted, about which try, and the payment after it', () => {
    const shown = { status: 'paid', amount: 9 };
    const step = stepBy(unanswered, posted(1, 'charged'));

    const message = relayMessage({ claim: 'charged', shown }, step, at);

    expect(message).toMatchObject({ receiver: 'relay', createdAt: at });
    expect(contentOf(message)).toStrictEqual({
      type: 'payment.postback',
      timestamp: at,
      data: {
        ...facts,
        status: 'approved',
        tries: [{ ...unansweredTry, postback: 'charged', postbackAt: at }],
        otherPayments: [],
        try: 1,
        claim: 'charged',
        postback: shown,
      },
    });
  });

  it.each([
    ['with a body', { status: 'pending' }],
    ['without a readable body', undefined],
  ])('%s keeps its id if it comes again, whatever has changed', (_words, shown) => {
    const again = moved(twoTries, [posted(2, 'charged')]);
    const later = afterNoon(5000).toISOString();

    expect(forwarded(shown, 1, again, later).id).toBe(forwarded(shown).id);
  });

  it('has an id of its own for each content, try and payment', () => {
    const [one, other] = ['hash-3', 'hash-4'].map((tokenHash) =>
      startAttempt(wanted(), tokenHash, at),
    );
    const status = 'pending';

    const ids = [
      forwarded({ status }),
      forwarded({ status: 'paid' }),
      forwarded(undefined),
      forwarded({ status }, 2),
      forwarded({ status }, 1, one),
      forwarded({ status }, 1, other),
    ].map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^msg_[\w-]{43}$/);
  });
});
