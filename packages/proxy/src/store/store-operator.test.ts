import { describe, expect, it } from 'vitest';
import type { Attempt } from '../attempt/attempt.ts';
import { outcomeMessage } from '../attempt/messages.ts';
import {
  afterNoon,
  paymentOn,
  ended,
  newTokenHash,
  noon,
  resolved,
  wanted,
  waysTo,
} from '../../testing/payments.ts';
import { storePlaces, type NewPlace } from '../../testing/stores.ts';
import { nothingSent } from '../attempt/outcome.ts';
import { attemptStatuses } from '../attempt/statuses.ts';
import type { PaymentQuery } from './store.ts';

describe.each(await storePlaces())('%s', (_name, newPlace) => {
  describe('a resolution', () => describeResolutions(newPlace));
  describe('alarms', () => describeAlarms(newPlace));
  describe('lists', () => describeLists(newPlace));
  describe('an outcome’s message', () => describeResending(newPlace));
});

function describeResolutions(newPlace: NewPlace): void {
  it.each([
    ['declined', { kind: 'created' }],
    ['approved', { kind: 'refused', code: 'order_already_paid' }],
  ] as const)('as %s decides whether the order takes another payment', async (status, expected) => {
    const store = await (await newPlace()).open();
    const { id, orderId } = await paymentOn(waysTo.unknown, store);

    const recorded = await store.record(id, resolved(status));

    expect(recorded).toMatchObject({ statusBefore: 'unknown', operator: 'ana', alarms: [] });
    expect(await store.find(id)).toEqual(recorded?.attempt);
    expect(recorded?.attempt).toMatchObject({ status, resolution: status, decidedBy: 'operator' });
    expect(await store.begin(wanted({ orderId }), newTokenHash())).toMatchObject(expected);
  });

  it('counts once of two that are made at the same time', async () => {
    const store = await (await newPlace()).open();
    const { id } = await paymentOn(waysTo.unknown, store);

    const both = ['approved', 'declined'] as const;
    const recorded = await Promise.all(both.map(async (end) => store.record(id, resolved(end))));

    const made = recorded.filter((step) => step !== undefined);
    expect(made.map(({ attempt }) => attempt)).toEqual([await store.find(id)]);
  });

  it('that the evidence contradicts changes nothing', async () => {
    const store = await (await newPlace()).open();
    const payment = await paymentOn(waysTo.approved, store);

    expect(await store.record(payment.id, resolved('declined'))).toBeUndefined();
    expect(await store.find(payment.id)).toEqual(payment);
  });
}

function describeAlarms(newPlace: NewPlace): void {
  it('are kept although no message goes to support, newest first', async () => {
    let time = noon;
    const store = await (await newPlace()).open({ receivers: new Set(), now: () => time });
    const first = await paymentOn(waysTo.unknown, store);
    time = afterNoon(1000);
    const second = await paymentOn(waysTo.failed, store);

    const alarms = await store.listAlarms({ onlyOpen: true, limit: 10 });

    expect(alarms).toMatchObject([
      { code: 'unavailable', ...named(second), at: afterNoon(1000).toISOString() },
      { code: 'outcome_unknown', ...named(first), at: noon.toISOString() },
    ]);
    const { orderId } = first;
    expect(await store.listAlarms({ onlyOpen: true, limit: 1 })).toEqual(alarms.slice(0, 1));
    expect(await store.listAlarms({ onlyOpen: true, orderId, limit: 9 })).toEqual(alarms.slice(1));
  });

  it('keep what the payments API said, for the first payment of an order and the next', async () => {
    const store = await (await newPlace()).open();
    const orderId = 'order-1';
    const refused = ended(1, { ...nothingSent, reason: 'Seller not found' });

    await paymentOn([refused], store, { orderId });
    await paymentOn([refused], store, { orderId });

    const alarms = await store.listAlarms({ onlyOpen: true, orderId, limit: 9 });
    expect(alarms.map(({ reason }) => reason)).toEqual(['Seller not found', 'Seller not found']);
  });

  it('are open until they are acknowledged; the first who did is noted', async () => {
    const store = await (await newPlace()).open();
    const { orderId } = await paymentOn(waysTo.unknown, store);
    const all = { onlyOpen: false, orderId, limit: 10 };
    const [alarm] = await store.listAlarms(all);
    const id = alarm?.id ?? 0;

    const answers = [
      await store.acknowledgeAlarm(id + 1, 'ana'),
      await store.acknowledgeAlarm(id, 'ana'),
      await store.acknowledgeAlarm(id, 'bia'),
    ];

    expect(answers).toEqual([false, true, true]);
    expect(await store.listAlarms({ onlyOpen: true, limit: 10 })).toEqual([]);
    const noted = { acknowledgedAt: noon.toISOString(), acknowledgedBy: 'ana' };
    expect(await store.listAlarms(all)).toEqual([{ ...alarm, ...noted }]);
  });
}

function describeLists(newPlace: NewPlace): void {
  it('of steps have all of an order, oldest first', async () => {
    const store = await (await newPlace()).open();
    const first = await paymentOn([...waysTo.unknown, resolved('declined')], store);
    const second = await paymentOn([], store, { orderId: first.orderId });
    await paymentOn([], store);

    const steps = await store.listEvents(first.orderId);

    const details = '{"status":"declined","note":"in the portal","by":"ana"}';
    const at = noon.toISOString();
    expect(steps).toMatchObject([
      { paymentId: first.id, at, kind: 'begun', tryNumber: 1, status: 'sending' },
      { paymentId: first.id, at, kind: 'try_ended', tryNumber: 1, status: 'unknown' },
      { paymentId: first.id, at, kind: 'operator', status: 'declined', details },
      { paymentId: second.id, at, kind: 'begun', tryNumber: 1, status: 'sending' },
    ]);
    expect(await store.listEvents('another order')).toEqual([]);
  });

  it('are listed by pages, latest change first, between two times, by status', async () => {
    let time = noon;
    const store = await (await newPlace()).open({ now: () => time });
    const payments: Attempt[] = [];
    for (const way of ['unknown', 'pending', 'approved', 'unknown'] as const) {
      payments.push(await paymentOn(waysTo[way], store));
      time = new Date(time.getTime() + 1000);
    }
    const [first, second, third, last] = payments;
    const list = async (query: Partial<PaymentQuery>) => {
      const before = { changedAt: '9', paymentId: 'g' };
      const all = { wanted: attemptStatuses, since: '', before, limit: 10 };
      const { listed, next } = await store.listPayments({ ...all, ...query });
      return { ids: listed.map(({ payment }) => payment.id), next };
    };

    const page = await list({ limit: 3 });
    expect(page.ids).toEqual([last?.id, third?.id, second?.id]);
    const rest = await list({ limit: 3, before: page.next ?? expect.fail('no next page') });
    expect(rest).toEqual({ ids: [first?.id], next: undefined });

    const unresolved = ['unknown', 'pending'] as const;
    expect((await list({ wanted: unresolved })).ids).toEqual([last?.id, second?.id, first?.id]);
    const since = afterNoon(1000).toISOString();
    const before = { changedAt: afterNoon(2000).toISOString(), paymentId: 'g' };
    expect((await list({ since, before })).ids).toEqual([third?.id, second?.id]);
    expect((await list({ wanted: ['approved'], limit: 1 })).ids).toEqual([]);
    expect((await list({ wanted: ['declined'] })).ids).toEqual([]);
  });
}

function describeResending(newPlace: NewPlace): void {
  it('is stored again under its id, and once while it waits', async () => {
    let time = noon;
    const store = await (await newPlace()).open({ now: () => time });
    const payment = await paymentOn(waysTo.approved, store);
    const [message] = await store.takeMessages('payment', 10, afterNoon(60_000));
    const take = async () => store.takeMessages('payment', 10, afterNoon(120_000));
    time = afterNoon(1000);

    const resent = [await store.resend(payment.id), await store.resend(payment.id)];
    const again = await take();
    await store.postpone(message?.id ?? '', undefined);
    const none = await take();
    resent.push(await store.resend(payment.id));
    const afresh = await take();

    expect(resent).toEqual([true, true, true]);
    expect(message).toEqual({ ...sentOf(payment), createdAt: noon.toISOString(), deliveries: 0 });
    expect([again, none, afresh]).toEqual([
      [{ ...message, createdAt: afterNoon(1000).toISOString() }],
      [],
      again,
    ]);
  });

  it('is not there without an outcome or a receiver', async () => {
    const place = await newPlace();
    const store = await place.open();
    const running = await paymentOn(waysTo.sending, store);
    const { id } = await paymentOn(waysTo.approved, store);

    expect(await store.resend(running.id)).toBe(false);
    expect(await store.resend(newTokenHash())).toBe(false);
    await store.close();
    const silent = await place.open({ receivers: new Set(['support']) });
    expect(await silent.resend(id)).toBe(false);
  });
}

function named({ id, orderId }: Attempt) {
  return { paymentId: id, orderId };
}

/** Returns what the receiver gets of the message about a payment's outcome. */
function sentOf(attempt: Attempt) {
  const { paymentId: _, ...message } = outcomeMessage(attempt) ?? {};
  return message;
}
