import { describe, expect, it } from 'vitest';
import {
  closing,
  moved,
  noon,
  paymentBy,
  posted,
  rules,
  wanted,
  type Way,
} from '../../testing/payments.ts';
import { emptyAttempt, type Attempt } from './attempt.ts';
import { close, reserve } from './transition.ts';

const at = noon.toISOString();

const laterTry = { number: 2, tokenHash: 'a hash', startedAt: at };

const many = (count: number, way: Way) =>
  Array.from({ length: count }, (_, number) => paymentBy(way, `a-${number}`));

const signedAt = (orderSignedAt: number): Attempt => ({ ...paymentBy('failed'), orderSignedAt });

/** A payment of an order that the shop signed at 0. */
const next = wanted({ id: 'next', orderId: 'o-1' });

const nextOf = (order: readonly Attempt[], elsewhere: readonly Attempt[] = []) =>
  reserve(order, next, 'a hash', rules, elsewhere);

/** Repeats a payment with the token of its first try. */
const again = (attempt: Attempt) =>
  reserve([attempt], next, attempt.tries[0]?.tokenHash ?? '', rules);

/** Why an order takes no other payment, most final first. */
const reasons: [code: string, order: Attempt[]][] = [
  ['order_already_paid', [paymentBy('approved')]],
  ['order_in_progress', [paymentBy('unknown')]],
  ['order_closed', [closing]],
  ['order_superseded', [signedAt(1)]],
  ['too_many_attempts', many(3, 'declined')],
  ['three_ds_used', []],
];

/** Payments that rule out another one, and the end of their order. */
const blocking: [Way, code: string][] = [
  ['sending', 'order_in_progress'],
  ['reserved', 'order_in_progress'],
  ['waiting', 'order_in_progress'],
  ['pending', 'order_in_progress'],
  ['unknown', 'order_in_progress'],
  ['unknown by a 5xx', 'order_in_progress'],
  ['approved', 'order_already_paid'],
];

const refused = (code: string) => ({ result: { kind: 'refused', code } });
const created = { result: { kind: 'created' } };

describe('a new payment', () => {
  it('begins with its first try, and tells nobody', () => {
    const tries = [{ number: 1, tokenHash: 'a hash', startedAt: at }];
    const attempt = { ...next, status: 'sending', tries };

    expect(reserve([], next, 'a hash', rules)).toEqual({
      result: { kind: 'created', attempt },
      change: {
        attempt,
        event: { paymentId: 'next', at, kind: 'begun', tryNumber: 1, status: 'sending' },
        alarms: [],
        messages: [],
      },
    });
  });

  it.each<Way>(['declined', 'invalid', 'failed'])('begins after one that was %s', (way) => {
    expect(nextOf([paymentBy(way)])).toMatchObject(created);
  });

  it.each(blocking)(
    'is refused while another one is %s, before and after a refused one',
    (way, code) => {
      const orders = [
        [paymentBy('declined'), paymentBy(way)],
        [paymentBy(way), paymentBy('declined')],
      ];

      expect(orders.map((order) => nextOf(order))).toEqual([refused(code), refused(code)]);
    },
  );

  it('is refused once its order is paid, even if only that is still known', () => {
    expect(nextOf([emptyAttempt('a-1', 'approved')])).toEqual(refused('order_already_paid'));
  });

  it('is refused once its order is closed, with payments or without', () => {
    expect(nextOf([closing])).toEqual(refused('order_closed'));
    expect(nextOf([paymentBy('declined'), closing])).toEqual(refused('order_closed'));
  });

  it('is refused if an order that was signed later has already been used', () => {
    expect(nextOf([signedAt(-1)])).toMatchObject(created);
    expect(nextOf([signedAt(0)])).toMatchObject(created);
    expect(nextOf([signedAt(1)])).toEqual(refused('order_superseded'));
    expect(nextOf([signedAt(1), signedAt(-1)])).toEqual(refused('order_superseded'));
  });

  it('is refused once the API has judged as many cards as the rules allow', () => {
    const judged = [paymentBy('declined'), paymentBy('invalid')];

    expect(nextOf([...judged, ...many(9, 'failed')])).toMatchObject(created);
    expect(nextOf([...judged, paymentBy('declined')])).toEqual(refused('too_many_attempts'));
    expect(nextOf([...judged, paymentBy('invalid')])).toEqual(refused('too_many_attempts'));
  });

  it('is refused after 50 payments of any kind', () => {
    expect(nextOf(many(49, 'failed'))).toMatchObject(created);
    expect(nextOf(many(50, 'failed'))).toEqual(refused('too_many_attempts'));
  });

  it('is refused if its authentication belongs to a payment of another order', () => {
    expect(nextOf([], [paymentBy('failed')])).toEqual(refused('three_ds_used'));
  });

  it.each(reasons.map(([code], from) => [code, reasons.slice(from)] as const))(
    'is refused with %s before any less final reason',
    (code, left) => {
      const order = left.flatMap(([, attempts]) => attempts);

      expect(nextOf(order.toReversed(), [paymentBy('failed', 'another')])).toEqual(refused(code));
    },
  );
});

describe('a repeated payment', () => {
  const known = paymentBy('sending', 'next');

  it('is the one that exists, whatever became of its order', () => {
    const attempt = paymentBy('failed', 'next');
    const existing = { result: { kind: 'existing', attempt } };

    expect(nextOf([paymentBy('approved'), attempt, closing])).toEqual(existing);
    expect(nextOf([paymentBy('approved')], [paymentBy('failed'), attempt])).toEqual(existing);
  });

  it('counts as created if this call stored it before its connection broke', () => {
    expect(again(known)).toEqual({ result: { kind: 'created', attempt: known } });
  });

  it.each<Way>(['reserved', 'waiting', 'unknown', 'approved', 'failed'])(
    'is not created again if it is %s by now, even with the same token',
    (way) => {
      expect(again(paymentBy(way, 'next')).result.kind).toBe('existing');
    },
  );

  it.each([
    ['another token', known],
    ['the token of a later try', { ...known, tries: [...known.tries, laterTry] }],
    ['no token, since its content was deleted', emptyAttempt('next', 'approved')],
  ])('exists if the first one has %s', (_words, attempt) => {
    expect(nextOf([attempt])).toEqual({ result: { kind: 'existing', attempt } });
  });
});

const closeIt = (order: readonly Attempt[]) =>
  close(order, { id: 'c-2', orderId: 'o-1', by: 'ana' }, rules);

describe('an order', () => {
  it('is closed by a mark that is no payment, and names who closed it', () => {
    const attempt = { ...emptyAttempt('c-2', 'closed'), orderId: 'o-1', outcomeAt: at };
    const event = {
      paymentId: 'c-2',
      at,
      kind: 'closed',
      status: 'closed',
      details: '{"by":"ana"}',
    };
    const done = {
      result: { kind: 'closed' },
      change: { attempt, event, alarms: [], messages: [] },
    };

    expect(closeIt([])).toEqual(done);
    expect(closeIt([paymentBy('declined'), paymentBy('invalid'), paymentBy('failed')])).toEqual(
      done,
    );
  });

  it('is closed once', () => {
    expect(closeIt([paymentBy('declined'), closing])).toEqual({ result: { kind: 'closed' } });
  });

  it.each(blocking)('stays open while a payment is %s', (way, code) => {
    const refusal = { result: { kind: 'refused', code, paymentId: 'a-2' } };

    expect(closeIt([paymentBy('declined'), paymentBy(way, 'a-2')])).toEqual(refusal);
  });

  it('stays open because of the paid one, if another one is unresolved', () => {
    expect(closeIt([paymentBy('unknown', 'a-2'), paymentBy('approved', 'a-3')])).toEqual({
      result: { kind: 'refused', code: 'order_already_paid', paymentId: 'a-3' },
    });
  });

  it('is not closed again while a refused payment of it may have charged after all', () => {
    const late = moved(paymentBy('failed', 'a-2'), [posted(1, 'exists')]);

    expect(closeIt([closing, late])).toEqual({
      result: { kind: 'refused', code: 'order_in_progress', paymentId: 'a-2' },
    });
  });
});
