import type { Payment } from '@card-checkout/contract';
import { describe, expect, it } from 'vitest';
import type { Attempt, Try } from '../../packages/proxy/src/attempt/attempt.ts';
import { check } from './check.ts';
import type { BrowserAnswer, Evidence, ServiceRequest } from './evidence.ts';

const start = Date.UTC(2026, 0, 1);
const at = (ms: number) => new Date(start + ms).toISOString();

const firstTry: Try = {
  number: 1,
  tokenHash: 'hash-1',
  startedAt: at(10),
  endedAt: at(30),
  answer: 'charged',
};

const approved: Attempt = {
  id: 'key-1',
  orderId: 'order-1',
  orderSignedAt: 0,
  orderAmountCentavos: 12_990,
  amountCentavos: 100,
  installments: 1,
  fingerprint: 'f',
  status: 'approved',
  tries: [firstTry],
};

const request: ServiceRequest = {
  orderId: 'order-1',
  tokenHash: 'hash-1',
  arrivedAt: start + 12,
  clockMs: 0,
  answer: { status: 200, at: start + 20, provesPayment: true },
};

const { answer: _, ...silent } = request;
const failed = { ...request, answer: { status: 500, at: start + 20, provesPayment: false } };

function answered(
  payment: { [Name in keyof Payment]?: Payment[Name] | undefined },
  ms: number,
): BrowserAnswer {
  const shown = { id: 'key-1', orderId: 'order-1', status: 'approved', retryable: false, tries: 1 };
  return {
    orderId: 'order-1',
    key: 'key-1',
    isOtherBody: false,
    sentAt: start + ms - 5,
    receivedAt: start + ms,
    httpStatus: 200,
    text: JSON.stringify({ ...shown, ...payment }),
  };
}

/** A payment without any fault. */
const healthy: Evidence = {
  requests: [request],
  charges: [{ orderId: 'order-1', tokenHash: 'hash-1' }],
  postbacks: [],
  answers: [answered({}, 40), answered({}, 60)],
  held: [{ key: 'key-1', at: start + 8 }],
  closed: [{ orderId: 'order-1', at: start + 60 }],
  payments: [approved],
  outcomes: [{ paymentId: 'key-1', status: 'approved' }],
  alarms: [],
  messagesLeft: 0,
  texts: [{ place: 'instance-1.log', text: '{"card":"411111…1111","pid":7391}' }],
  cardNumbers: new Set(['4111111111111111']),
  securityCode: '7391',
  waits: { rateLimit: 10, min: 20, max: 60, outageMs: 0 },
  misconduct: [],
};

const secondTry: Try = { number: 2, tokenHash: 'hash-2', startedAt: at(50), endedAt: at(60) };
const moreTries = [2, 3, 4, 5].map((number) => Object.assign({}, firstTry, { number }));
const secondRequest = { ...request, tokenHash: 'hash-2', arrivedAt: start + 52 };
const secondCharge = { orderId: 'order-1', tokenHash: 'hash-2' };
const alarm = { orderId: 'order-1', paymentId: 'key-1', code: 'outcome_unknown' };
const lateCharge = { ...alarm, code: 'late_charge' };
const duplicate = { ...alarm, code: 'duplicate_charge' };
const twoTries = { ...approved, tries: [firstTry, secondTry] };
const unknown: Attempt = { ...approved, status: 'unknown', code: 'no_answer' };
const toldUnknown = { paymentId: 'key-1', status: 'unknown' } as const;
const otherPayment: Attempt = { ...approved, id: 'key-2', tries: [{ ...secondTry, number: 1 }] };
const chargedTwice = [...healthy.charges, secondCharge];
const postback = { tokenHash: 'hash-1', claim: 'charged', takenAt: start + 40 } as const;

function broken(changes: Partial<Evidence>): string[] {
  return [...new Set(check({ ...healthy, ...changes }).map(({ invariant }) => invariant))];
}

describe('the checker', () => {
  it('accepts a payment without any fault', () => {
    expect(broken({})).toEqual([]);
  });

  it('accepts what retries and alarms allow', () => {
    const retried = { payments: [twoTries], requests: [failed, secondRequest] };

    expect(broken({ ...retried, charges: [secondCharge] })).toEqual([]);
    expect(broken({ ...retried, charges: chargedTwice, alarms: [duplicate] })).toEqual([]);
    const open = { payments: [unknown], outcomes: [toldUnknown], answers: [], alarms: [alarm] };
    expect(broken(open)).toEqual([]);
    expect(
      broken({ answers: [answered({ status: 'unknown' }, 40)], alarms: [lateCharge] }),
    ).toEqual([]);
  });

  it('accepts that a GET tells less than the POST, but nothing else', () => {
    const posted = answered({ amount: 12_990, installments: 1 }, 40);

    expect(broken({ answers: [posted, answered({ orderId: undefined }, 60)] })).toEqual([]);
    expect(broken({ answers: [posted, answered({ orderId: undefined, tries: 2 }, 60)] })).toContain(
      'I4',
    );
    expect(broken({ answers: [posted, answered({ amount: 100, installments: 1 }, 60)] })).toContain(
      'I4',
    );
  });

  it('accounts for a proxy’s fast clock', () => {
    const ahead = { ...firstTry, startedAt: at(60_010), endedAt: at(60_030) };

    expect(
      broken({
        payments: [{ ...approved, tries: [ahead] }],
        requests: [{ ...request, clockMs: 60_000 }],
      }),
    ).toEqual([]);
  });

  it.each<[string, string, Partial<Evidence>]>([
    ['I1', 'a request without a row', { requests: [request, { ...request, tokenHash: 'hash-9' }] }],
    ['I1', 'a request before its row', { requests: [{ ...request, arrivedAt: start + 9 }] }],
    [
      'I1',
      'another order’s row',
      {
        payments: [approved, { ...otherPayment, orderId: 'order-2' }],
        requests: [request, secondRequest],
      },
    ],
    [
      'I2',
      'a retry after an approval',
      { payments: [twoTries], requests: [request, secondRequest] },
    ],
    ['I2', 'a retry after silence', { payments: [twoTries], requests: [silent, secondRequest] }],
    [
      'I2',
      'a retry after a postback',
      { payments: [twoTries], requests: [failed, secondRequest], postbacks: [postback] },
    ],
    [
      'I2',
      'a retry after a postback, by a slow clock',
      {
        payments: [
          { ...twoTries, tries: [firstTry, { ...secondTry, startedAt: at(50 - 60_000) }] },
        ],
        requests: [failed, { ...secondRequest, clockMs: -60_000 }],
        postbacks: [postback],
      },
    ],
    [
      'I2',
      'a retry after an id in a 5xx',
      {
        payments: [twoTries],
        requests: [
          { ...failed, answer: { status: 500, at: start + 20, provesPayment: true } },
          secondRequest,
        ],
      },
    ],
    [
      'I2',
      'another payment after an approval',
      {
        payments: [approved, otherPayment],
        requests: [request, secondRequest],
        charges: chargedTwice,
        alarms: [duplicate],
      },
    ],
    [
      'I2',
      'another payment after a postback',
      {
        payments: [approved, otherPayment],
        requests: [failed, secondRequest],
        charges: chargedTwice,
        alarms: [duplicate],
        postbacks: [postback],
      },
    ],
    [
      'I2',
      'two proven charges without duplicate_charge',
      {
        payments: [twoTries],
        requests: [failed, secondRequest],
        charges: chargedTwice,
        alarms: [alarm],
        postbacks: [
          { ...postback, takenAt: start + 90 },
          { ...postback, tokenHash: 'hash-2', takenAt: start + 90 },
        ],
      },
    ],
    [
      'I3',
      'an approval that became a decline',
      { payments: [{ ...approved, status: 'declined' }], alarms: [alarm] },
    ],
    [
      'I3',
      'an approval denied by a later answer',
      { answers: [answered({}, 40), answered({ status: 'unknown' }, 60)], alarms: [lateCharge] },
    ],
    [
      'I3',
      'a decline that became an approval without an alarm',
      { answers: [answered({ status: 'declined' }, 40)] },
    ],
    [
      'I3',
      'a final payment that runs again',
      { answers: [answered({}, 40), answered({ status: 'processing' }, 60)] },
    ],
    [
      'I3',
      'an acknowledged payment that is not stored',
      { payments: [], requests: [], charges: [] },
    ],
    [
      'I3',
      'an acknowledged payment that gets a 404',
      {
        answers: [
          answered({}, 40),
          { ...answered({}, 60), httpStatus: 404, text: '{"code":"not_found"}' },
        ],
      },
    ],
    ['I3', 'an approval without a charge', { charges: [] }],
    ['I4', 'two different answers', { answers: [answered({}, 40), answered({ tries: 2 }, 60)] }],
    [
      'I4',
      'a different body that got an answer',
      { answers: [answered({}, 40), { ...answered({}, 60), isOtherBody: true }] },
    ],
    [
      'I5',
      'an unknown outcome without an alarm',
      { payments: [unknown], answers: [], charges: [] },
    ],
    [
      'I5',
      'a pending outcome without an alarm',
      { payments: [{ ...approved, status: 'pending' }], answers: [], charges: [] },
    ],
    [
      'I5',
      'a charge without an approval or an alarm',
      { payments: [{ ...approved, status: 'declined' }], answers: [] },
    ],
    [
      'I6',
      'five tries',
      {
        payments: [
          {
            ...approved,
            tries: [firstTry, ...moreTries],
          },
        ],
      },
    ],
    [
      'I6',
      'a retry before its time',
      {
        payments: [twoTries],
        requests: [failed, { ...secondRequest, arrivedAt: start + 37 }],
        charges: [secondCharge],
      },
    ],
    [
      'I6',
      'a retry long after its time',
      { payments: [{ ...approved, tries: [firstTry, { ...secondTry, startedAt: at(9000) }] }] },
    ],
    [
      'I7',
      'a payment that is still sending',
      { payments: [{ ...approved, status: 'sending' }], answers: [], alarms: [alarm] },
    ],
    ['I7', 'a message that was never delivered', { messagesLeft: 1 }],
    [
      'I7',
      'a card number in a log',
      { texts: [{ place: 'a log', text: 'card 4111 1111 1111 1111' }] },
    ],
    [
      'I7',
      'a card number next to other digits in a file',
      { texts: [{ place: 'checkout.db', text: '99411111111111111100' }] },
    ],
    ['I7', 'a security code in a row', { texts: [{ place: 'events.details', text: '"7391"' }] }],
    ['I7', 'a process that ended by itself', { misconduct: ['a process ended by itself'] }],
    ['I8', 'an approval that the shop was not told', { outcomes: [] }],
    ['I9', 'a payment held back after it was sent', { held: [{ key: 'key-1', at: start + 20 }] }],
    ['I10', 'a request for a closed order', { closed: [{ orderId: 'order-1', at: start + 11 }] }],
    ['I8', 'an older outcome after it', { outcomes: [...healthy.outcomes, toldUnknown] }],
  ])('finds %s broken by %s', (invariant, _what, changes) => {
    expect(broken(changes)).toContain(invariant);
  });
});
