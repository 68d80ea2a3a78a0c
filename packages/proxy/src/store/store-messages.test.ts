import { describe, expect, it } from 'vitest';
import { receivers as allReceivers, type Receiver } from '../attempt/messages.ts';
import { declined, pending } from '../attempt/outcome.ts';
import {
  afterNoon,
  paymentOn,
  ended,
  newTokenHash,
  noon,
  started,
  addressOf,
  waysTo,
} from '../../testing/payments.ts';
import { storePlaces, type NewPlace } from '../../testing/stores.ts';
import type { DueMessage, Store } from './store.ts';

describe.each(await storePlaces())('%s', (_name, newPlace) => {
  describe('postbacks', () => describePostbacks(newPlace));
  describe('alarms', () => describeAlarms(newPlace));
  describe('time', () => describeOverdue(newPlace));
  describe('messages', () => {
    describeTaking(newPlace);
    describeReceivers(newPlace);
    describeOrder(newPlace);
  });
});

function describePostbacks(newPlace: NewPlace): void {
  it('resolve the payment whose try they name', async () => {
    const store = await (await newPlace()).open();
    const { id } = await paymentOn([...waysTo.waiting, started(2), ended(2, pending)], store);
    const payment = await store.find(id);

    const posted = { claim: 'charged', transactionId: 'pay_2' } as const;
    const recorded = await store.recordPostback(addressOf(payment, 2), posted);

    expect(recorded?.attempt).toMatchObject({ id, status: 'approved' });
    expect(recorded?.attempt.tries).toMatchObject([
      { number: 1 },
      { number: 2, postback: 'charged', transactionId: 'pay_2' },
    ]);
    expect(await store.find(id)).toEqual(recorded?.attempt);
  });

  it('are known by their token alone', async () => {
    const store = await (await newPlace()).open();
    const payment = await paymentOn(waysTo.unknown, store);

    const address = { tokenHash: newTokenHash(), paymentId: payment.id };

    expect(await store.recordPostback(address, { claim: 'charged' })).toBeUndefined();
    expect(await store.find(payment.id)).toEqual(payment);
    expect(await due(store, 'relay')).toEqual([]);
  });

  it('are passed on once while the same one waits, and again when they say something else', async () => {
    const store = await (await newPlace()).open();
    const payment = await paymentOn(waysTo.approved, store);

    for (const shown of [{ status: 'paid' }, { status: 'paid' }, { status: 'settled' }]) {
      await store.recordPostback(addressOf(payment), { claim: 'charged', shown });
    }

    const postbacks = (await due(store, 'relay')).map(({ body }) => JSON.parse(body).data.postback);
    expect(new Set(postbacks)).toEqual(new Set([{ status: 'paid' }, { status: 'settled' }]));
    expect(postbacks).toHaveLength(2);
    const countPostbacks = async () => {
      const steps = await store.listEvents(payment.orderId);
      return steps.filter(({ kind }) => kind === 'postback').length;
    };
    expect(await countPostbacks()).toBe(1);
    for (const transactionId of ['pay_1', 'pay_1', 'pay_2', 'pay_2', 'pay_1']) {
      await store.recordPostback(addressOf(payment), { claim: 'charged', transactionId });
    }
    expect(await countPostbacks()).toBe(3);
    for (const claim of ['exists', 'exists', 'refused', 'refused', 'charged'] as const) {
      await store.recordPostback(addressOf(payment), { claim, statedCentavos: 12_500 });
    }
    // A first other amount and a first contradiction.
    expect(await countPostbacks()).toBe(5);
  });

  it('of a pending payment that claim nothing more add no step, whatever they show', async () => {
    const store = await (await newPlace()).open();
    const payment = await paymentOn(waysTo.pending, store);

    for (const id of ['a', 'b', 'a', 'b']) {
      await store.recordPostback(addressOf(payment), { claim: 'exists', payment: { id } });
    }

    const steps = await store.listEvents(payment.orderId);
    expect(steps.filter(({ kind }) => kind === 'postback')).toHaveLength(1);
    expect(await store.find(payment.id)).toMatchObject({ payment: { id: 'a' } });
  });
}

function describeAlarms(newPlace: NewPlace): void {
  it('are kept in the write that raises them: a charge after all', async () => {
    const store = await (await newPlace()).open();
    const payment = await paymentOn(waysTo.declined, store);

    const recorded = await store.recordPostback(addressOf(payment), { claim: 'charged' });

    expect(recorded?.alarms).toEqual(['late_charge']);
    const [message] = await due(store, 'support');
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'alarm.late_charge',
      data: { paymentId: payment.id, status: 'approved', statusBefore: 'declined' },
    });
  });

  it('count what the whole order was charged', async () => {
    const store = await (await newPlace()).open();
    const first = await paymentOn(waysTo.declined, store);
    await paymentOn(waysTo.approved, store, { orderId: first.orderId });

    const recorded = await store.recordPostback(addressOf(first), { claim: 'charged' });

    expect(recorded?.alarms).toEqual(['duplicate_charge']);
    expect(await typesFor(store, 'support')).toEqual(['alarm.duplicate_charge']);
  });

  it('are raised by the end of a try as well', async () => {
    const store = await (await newPlace()).open();
    const { id } = await paymentOn(waysTo.sending, store);

    const configuration = { ...declined, status: 'failed', code: 'configuration' } as const;
    const recorded = await store.record(id, ended(1, configuration));

    expect(recorded?.alarms).toEqual(['configuration']);
    expect(await typesFor(store, 'support')).toEqual(['alarm.configuration']);
  });
}

function describeOverdue(newPlace: NewPlace): void {
  it('tells support of an open end once, when its time has come', async () => {
    const place = await newPlace();
    const early = await place.open();
    const { id } = await paymentOn(waysTo.pending, early);
    expect(await early.raiseOverdue()).toEqual([]);
    await early.close();

    const store = await place.open({ now: () => afterNoon(60_000) });
    const raised = await store.raiseOverdue();

    expect(raised).toMatchObject([{ attempt: { id, status: 'pending' } }]);
    expect(raised[0]?.alarms).toEqual(['outcome_unknown']);
    expect((await store.find(id))?.alarmAt).toBeUndefined();
    expect(await store.raiseOverdue()).toEqual([]);
    expect(await typesFor(store, 'support')).toEqual(['alarm.outcome_unknown']);
  });

  it('tells support of nothing that has ended by then', async () => {
    const place = await newPlace();
    const early = await place.open();
    const { id } = await paymentOn(waysTo.pending, early);
    const payment = await early.find(id);
    await early.recordPostback(addressOf(payment), { claim: 'charged' });
    await early.close();

    const store = await place.open({ now: () => afterNoon(3_600_000) });

    expect(await store.raiseOverdue()).toEqual([]);
  });
}

function describeTaking(newPlace: NewPlace): void {
  it('come oldest first and no more than wanted, and are hidden for a while', async () => {
    let time = noon;
    const store = await (await newPlace()).open({ now: () => time });
    const token = addressOf(await paymentOn(waysTo.approved, store));
    for (const [number, ms] of [2000, 0, 1000].entries()) {
      time = afterNoon(ms);
      await store.recordPostback(token, { claim: 'exists', shown: { number } });
    }
    time = afterNoon(5000);

    const taken = await store.takeMessages('relay', 2, afterNoon(6000));
    const rest = await store.takeMessages('relay', 2, afterNoon(7000));
    time = afterNoon(6000);
    const again = await store.takeMessages('relay', 2, afterNoon(60_000));

    const times = taken.map(({ createdAt }) => createdAt);
    expect(times).toEqual([noon.toISOString(), afterNoon(1000).toISOString()]);
    expect(rest.map(({ createdAt }) => createdAt)).toEqual([afterNoon(2000).toISOString()]);
    expect(again).toEqual(taken.map((message) => ({ ...message, deliveries: 1 })));
    expect(taken.map(({ deliveries }) => deliveries)).toEqual([0, 0]);
  });

  it('are put off, or taken out for good', async () => {
    let time = noon;
    const store = await (await newPlace()).open({ now: () => time });
    const token = addressOf(await paymentOn(waysTo.approved, store));
    await store.recordPostback(token, { claim: 'exists', shown: 'kept' });
    await store.recordPostback(token, { claim: 'exists', shown: 'removed' });
    const taken = await due(store, 'relay');

    for (const { id, body } of taken) {
      await store.postpone(id, body.includes('kept') ? afterNoon(1000) : undefined);
    }

    expect(await due(store, 'relay')).toEqual([]);
    time = afterNoon(1000);
    expect((await due(store, 'relay')).map(({ body }) => body.includes('kept'))).toEqual([true]);
  });
}

function describeReceivers(newPlace: NewPlace): void {
  it.each([
    [[], []],
    [['relay'], ['payment.postback']],
    [['payment'], ['payment.approved']],
    [['support'], ['alarm.late_charge']],
    [
      ['relay', 'support'],
      ['payment.postback', 'alarm.late_charge'],
    ],
  ] as const)('are kept for %j alone', async (receivers, types) => {
    const store = await (await newPlace()).open({ receivers: new Set(receivers) });
    const payment = await paymentOn(waysTo.declined, store);

    await store.recordPostback(addressOf(payment), { claim: 'charged', shown: {} });

    const kept = await Promise.all(allReceivers.map(async (name) => typesFor(store, name)));
    expect(kept.flat()).toEqual(types);
  });
}

function describeOrder(newPlace: NewPlace): void {
  it('about one payment come one by one, without holding back those about others', async () => {
    let time = noon;
    const store = await (await newPlace()).open({ now: () => time });
    const first = await paymentOn(waysTo.unknown, store);
    const [unknown] = await store.takeMessages('payment', 10, afterNoon(60_000));
    await store.recordPostback(addressOf(first), { claim: 'charged' });
    await paymentOn(waysTo.declined, store);
    time = afterNoon(5000);

    const meanwhile = await store.takeMessages('payment', 10, afterNoon(60_000));
    await store.postpone(unknown?.id ?? '', undefined);
    const next = await store.takeMessages('payment', 10, afterNoon(60_000));

    const types = [meanwhile, next].map((messages) => messages.map(typeOf));
    expect(types).toEqual([['payment.declined'], ['payment.approved']]);
  });

  it('make earlier ones about their payment obsolete that wait, and no postback', async () => {
    const store = await (await newPlace()).open();
    const payment = await paymentOn(waysTo.unknown, store);
    const [unknown] = await due(store, 'payment');
    await store.postpone(unknown?.id ?? '', afterNoon(5000));

    await store.recordPostback(addressOf(payment), { claim: 'charged', shown: {} });

    expect(await typesFor(store, 'payment')).toEqual(['payment.approved']);
    expect(await typesFor(store, 'relay')).toEqual(['payment.postback']);
    expect((await store.countBacklog()).messages).toEqual({ payment: 1, relay: 1, support: 2 });
  });

  it('make an earlier one obsolete that was on its way once it fails', async () => {
    const store = await (await newPlace()).open();
    const payment = await paymentOn(waysTo.unknown, store);
    const [unknown] = await due(store, 'payment');
    await store.recordPostback(addressOf(payment), { claim: 'charged' });

    await store.postpone(unknown?.id ?? '', afterNoon(5000));

    expect(await typesFor(store, 'payment')).toEqual(['payment.approved']);
    expect((await store.countBacklog()).messages.payment).toBe(1);
  });
}

async function due(store: Store, receiver: Receiver): Promise<DueMessage[]> {
  return store.takeMessages(receiver, 10, afterNoon(1_000_000));
}

async function typesFor(store: Store, receiver: Receiver): Promise<unknown[]> {
  return (await due(store, receiver)).map(typeOf);
}

function typeOf({ body }: DueMessage): unknown {
  return JSON.parse(body).type;
}
