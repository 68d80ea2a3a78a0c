import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { approved, pending } from '../attempt/outcome.ts';
import {
  afterNoon,
  paymentOn,
  ended,
  invalid,
  noon,
  started,
  addressOf,
  waysTo,
} from '../../testing/payments.ts';
import { storePlaces, type NewPlace } from '../../testing/stores.ts';

describe.each(await storePlaces())('%s', (_name, newPlace) => {
  describe('a step', () => describeMoves(newPlace));
  describe('what is kept', () => {
    describeRows(newPlace);
    describeEvents(newPlace);
  });
  describe('the backlog', () => describeBacklog(newPlace));
  describe('changed orders', () => describeChanged(newPlace));
});

function describeBacklog(newPlace: NewPlace): void {
  it('is what waits for evidence, and what waits for a receiver', async () => {
    const store = await (await newPlace()).open();
    for (const way of [waysTo.approved, waysTo.pending, waysTo.unknown, waysTo.unknown]) {
      await paymentOn(way, store);
    }
    const resolved = await paymentOn(waysTo.unknown, store);
    await store.recordPostback(addressOf(resolved), { claim: 'charged', shown: {} });

    expect(await store.countBacklog()).toEqual({
      unresolved: { pending: 1, unknown: 2 },
      messages: { relay: 1, support: 4, payment: 5 },
    });
  });
}

function describeChanged(newPlace: NewPlace): void {
  it('come by their latest change, after a position, with all their payments', async () => {
    let time = noon;
    const store = await (await newPlace()).open({ now: () => time });
    const first = await paymentOn(waysTo.declined, store, { orderId: 'o-1' });
    const other = await paymentOn(waysTo.approved, store, { orderId: 'o-2' });
    time = afterNoon(1000);
    const second = await paymentOn(waysTo.approved, store, { orderId: 'o-1' });

    const all = await store.listChanged({ changedAt: '', paymentId: '' }, 10);
    const page = await store.listChanged({ changedAt: '', paymentId: '' }, 1);
    const rest = await store.listChanged({ changedAt: noon.toISOString(), paymentId: other.id }, 1);

    const changedAt = afterNoon(1000).toISOString();
    expect(all.map(({ payments }) => payments)).toEqual([[other], [first, second]]);
    expect(page).toEqual(all.slice(0, 1));
    expect(rest).toEqual(all.slice(1));
    expect(rest[0]?.position).toEqual({ changedAt, paymentId: second.id });
  });
}

function describeMoves(newPlace: NewPlace): void {
  it('moves a payment and is returned with how that stands', async () => {
    const store = await (await newPlace()).open();
    const { id } = await paymentOn(waysTo.sending, store);

    const recorded = await store.record(id, ended(1, approved));

    expect(recorded).toMatchObject({
      attempt: await store.find(id),
      event: { kind: 'try_ended', tryNumber: 1, status: 'approved' },
      statusBefore: 'sending',
      alarms: [],
      messages: [{ receiver: 'payment' }],
    });
    expect(recorded?.attempt.status).toBe('approved');
  });

  it('does nothing when it does not fit, or comes again', async () => {
    const store = await (await newPlace()).open();
    const payment = await paymentOn(waysTo.approved, store);

    const steps = [started(2), ended(1, approved), { kind: 'interrupted' } as const];
    const recorded = await Promise.all(steps.map(async (step) => store.record(payment.id, step)));

    expect(recorded).toEqual([undefined, undefined, undefined]);
    expect(await store.record(randomUUID(), ended(1, approved))).toBeUndefined();
    expect(await store.find(payment.id)).toEqual(payment);
  });

  it('starts no try once another payment of the order is approved', async () => {
    const store = await (await newPlace()).open();
    const first = await paymentOn(waysTo.declined, store);
    const second = await paymentOn(waysTo.waiting, store, { orderId: first.orderId });
    await store.recordPostback(addressOf(first), { claim: 'charged' });

    expect(await store.record(second.id, started(2))).toBeUndefined();
  });
}

function describeRows(newPlace: NewPlace): void {
  it('is every member of a payment and its tries, also for the next process', async () => {
    const place = await newPlace();
    const store = await place.open();
    const { id } = await paymentOn(waysTo.waiting, store, {
      amountCentavos: 9_007_199_254_740_991,
    });
    const payment = { id: 'p', text: 'não é "1"\u0000\n💳', parts: [1.5, null, { deep: true }] };
    const outcome = { ...pending, payment, transactionId: 'pay_1' };

    await store.record(id, started(2));
    const moved = await store.record(id, ended(2, outcome));
    const claim = { claim: 'refused', transactionId: 'pay_0' } as const;
    const told = await store.recordPostback(addressOf(moved?.attempt), claim);

    const stored = await store.find(id);
    expect(stored).toEqual(told?.attempt);
    expect(stored).toMatchObject({ status: 'pending', payment });
    expect(stored?.alarmAt).toBe('2030-05-01T12:01:00.000Z');
    expect(stored?.tries).toMatchObject([
      { answer: 'uncertain', postback: 'refused', transactionId: 'pay_0' },
      { answer: 'exists', endedAt: '2030-05-01T12:00:00.000Z', transactionId: 'pay_1' },
    ]);
    await store.close();
    expect(await (await place.open()).find(id)).toEqual(stored);
  });

  it('is which fields the buyer can fix', async () => {
    const store = await (await newPlace()).open();
    const { status, code, fields } = await paymentOn(waysTo.invalid, store);

    expect({ status, code, fields, charge: 'not_charged' }).toEqual(invalid);
  });
}

function describeEvents(newPlace: NewPlace): void {
  it('lists each step, which none changes', async () => {
    const place = await newPlace();
    const store = await place.open();
    const { id, orderId } = await paymentOn(waysTo.waiting, store);
    const before = await store.listEvents(orderId);
    await store.close();

    const again = await place.open();
    for (const step of [started(2), ended(2, approved)]) await again.record(id, step);

    const unproven = '{"charge":"uncertain","status":"unknown","code":"unavailable"}';
    const charged = '{"charge":"charged","status":"approved"}';
    expect(before).toMatchObject([
      { paymentId: id, kind: 'begun', tryNumber: 1, status: 'sending', details: undefined },
      { paymentId: id, kind: 'try_ended', tryNumber: 1, status: 'waiting', details: unproven },
    ]);
    expect(await again.listEvents(orderId)).toMatchObject([
      ...before,
      { kind: 'try_started', tryNumber: 2, status: 'sending', details: undefined },
      { kind: 'try_ended', tryNumber: 2, status: 'approved', details: charged },
    ]);
  });
}
