import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { approved, type Outcome } from '../attempt/outcome.ts';
import {
  afterNoon,
  paymentOn,
  ended,
  invalid,
  newTokenHash,
  noon,
  addressOf,
  wanted,
  waysTo,
} from '../../testing/payments.ts';
import { storePlaces, type NewPlace } from '../../testing/stores.ts';
import type { Store } from './store.ts';

describe.each(await storePlaces())('%s', (_name, newPlace) => {
  describe('beginning', () => describeBeginning(newPlace));
  describe('proofs', () => describeProofs(newPlace));
  describe('a crowd', () => describeCrowds(newPlace));
  describe('what was left', () => describeAbandoned(newPlace));
  describe('failing', () => describeFailures(newPlace));
});

function describeBeginning(newPlace: NewPlace): void {
  it('stores a payment with its first try on the way', async () => {
    const store = await (await newPlace()).open();
    const payment = wanted({ installments: 12, orderSignedAt: 1_900_000_000 });

    const reservation = await store.begin(payment, 'a hash');

    const tries = [{ number: 1, tokenHash: 'a hash', startedAt: '2030-05-01T12:00:00.000Z' }];
    const stored = { ...payment, status: 'sending', tries };
    expect(reservation).toEqual({ kind: 'created', attempt: stored });
    expect(await store.find(payment.id)).toEqual(stored);
    expect(await store.find(randomUUID())).toBeUndefined();
  });

  it('returns what is stored under the key, even for another order', async () => {
    const store = await (await newPlace()).open();
    const payment = await paymentOn(waysTo.approved, store);

    const again = await store.begin(wanted({ id: payment.id }), newTokenHash());

    expect(again).toEqual({ kind: 'existing', attempt: payment });
  });

  it.each(['sending', 'reserved', 'waiting', 'pending', 'unknown', 'unknown by a 5xx'] as const)(
    'refuses another payment while the order has one that is %s',
    async (status) => expectRefusal(await (await newPlace()).open(), status, 'order_in_progress'),
  );

  it('refuses another payment once the order is paid', async () => {
    await expectRefusal(await (await newPlace()).open(), 'approved', 'order_already_paid');
  });

  it.each([
    [-1, { kind: 'refused', code: 'order_superseded' }],
    [0, { kind: 'created' }],
    [1, { kind: 'created' }],
  ])('after a newer token takes one that is %s seconds newer so', async (seconds, reservation) => {
    const store = await (await newPlace()).open();
    const signedAt = 1_900_000_000;
    const { orderId } = await paymentOn(waysTo.declined, store, { orderSignedAt: signedAt });
    const orderSignedAt = signedAt + seconds;

    const next = await store.begin(wanted({ orderId, orderSignedAt }), newTokenHash());

    expect(next).toMatchObject(reservation);
  });

  it.each(['declined', 'invalid', 'failed'] as const)('frees the order after %s', async (end) => {
    const store = await (await newPlace()).open();
    const { orderId } = await paymentOn(waysTo[end], store);

    const next = await store.begin(wanted({ orderId }), newTokenHash());

    expect(next.kind).toBe('created');
  });
}

function describeProofs(newPlace: NewPlace): void {
  const used = { kind: 'refused', code: 'three_ds_used' };

  it.each(['sending', 'approved', 'declined', 'unknown'] as const)(
    'are refused for another order after one that is %s',
    async (status) => {
      const store = await (await newPlace()).open();
      const { id, orderId } = await paymentOn(waysTo[status], store, { proofHash: 'p' });

      const other = await store.begin(wanted({ proofHash: 'p' }), newTokenHash());

      expect(other).toEqual(used);
      expect((await store.find(id))?.proofHash).toBe('p');
      expect(await store.findOrder(orderId)).toHaveLength(1);
      expect((await store.begin(wanted({ proofHash: 'q' }), newTokenHash())).kind).toBe('created');
    },
  );

  it('are taken again for the same order', async () => {
    const store = await (await newPlace()).open();
    const { orderId } = await paymentOn(waysTo.declined, store, { proofHash: 'p' });

    const again = await store.begin(wanted({ orderId, proofHash: 'p' }), newTokenHash());

    expect(again.kind).toBe('created');
    expect(await store.begin(wanted({ proofHash: 'p' }), newTokenHash())).toEqual(used);
  });

  it('begin one payment in a crowd of orders', async () => {
    const store = await (await newPlace()).open();
    const crowd = Array.from({ length: 30 }, (_, index) => wanted({ proofHash: `p-${index % 3}` }));

    const begun = await Promise.all(
      crowd.map(async (payment) => store.begin(payment, newTokenHash())),
    );

    expect(begun.filter(({ kind }) => kind === 'created')).toHaveLength(3);
    const refused = begun.filter(({ kind }) => kind === 'refused');
    expect(refused).toEqual(crowd.slice(3).map(() => used));
  });
}

async function expectRefusal(
  store: Store,
  status: keyof typeof waysTo,
  code: string,
): Promise<void> {
  const { orderId } = await paymentOn(waysTo[status], store);

  const refused = await store.begin(wanted({ orderId }), newTokenHash());
  const other = await store.begin(wanted(), newTokenHash());

  expect(refused).toEqual({ kind: 'refused', code });
  expect(other.kind).toBe('created');
}

function describeCrowds(newPlace: NewPlace): void {
  it('refuses an order that was declined as often as it may be', async () => {
    const store = await (await newPlace()).open({ attemptsPerOrder: 2 });
    const { orderId } = await paymentOn(waysTo.declined, store);
    await paymentOn(waysTo.declined, store, { orderId });

    const third = await store.begin(wanted({ orderId }), newTokenHash());

    expect(third).toEqual({ kind: 'refused', code: 'too_many_attempts' });
  });

  it('does not count payments that the API has not decided about', async () => {
    const store = await (await newPlace()).open({ attemptsPerOrder: 1 });
    const { orderId } = await paymentOn(waysTo.failed, store);
    const ofTheBuyer: Outcome = { ...invalid, fields: { 'payer.document': ['refused'] } };
    await paymentOn([ended(1, ofTheBuyer)], store, { orderId });

    const third = await store.begin(wanted({ orderId }), newTokenHash());

    expect(third.kind).toBe('created');
  });

  it('counts what the API says about a card field', async () => {
    const store = await (await newPlace()).open({ attemptsPerOrder: 1 });
    const { orderId } = await paymentOn(waysTo.invalid, store);

    const second = await store.begin(wanted({ orderId }), newTokenHash());

    expect(second).toEqual({ kind: 'refused', code: 'too_many_attempts' });
  });

  it('knows how long the postbacks of its latest accepted tries took', async () => {
    let now = noon;
    const store = await (await newPlace()).open({ now: () => now });
    const prompt = await paymentOn(waysTo.approved, store);
    await store.recordPostback(addressOf(prompt), { claim: 'charged' });
    now = afterNoon(1000);
    const late = await paymentOn(waysTo.pending, store);
    await paymentOn(waysTo.declined, store);
    now = afterNoon(61_000);
    await store.recordPostback(addressOf(late), { claim: 'charged' });
    await store.recordPostback(addressOf(prompt), { claim: 'charged' });
    now = afterNoon(62_000);
    await paymentOn(waysTo.approved, store);

    const latest = await store.postbackDelays(0);
    expect(latest[0]).toBeUndefined();
    expect(new Set(latest.slice(1))).toEqual(new Set([60_000, 0]));
    expect(await store.postbackDelays(1)).toHaveLength(2);
    now = afterNoon(8 * 86_400_000);
    expect(await store.postbackDelays(0)).toEqual([]);
  });

  it('lets one of twenty payments through that begin an order at once', async () => {
    const store = await (await newPlace()).open();
    const crowd = Array.from({ length: 20 }, () => wanted({ orderId: 'order-1' }));

    const kinds = await beginAll(store, crowd);

    expect(kinds).toEqual(['created', ...Array.from({ length: 19 }, () => 'refused')]);
  });

  it('stores one of twenty payments that begin under a key at once', async () => {
    const store = await (await newPlace()).open();
    const id = randomUUID();
    const crowd = Array.from({ length: 20 }, () => wanted({ id }));

    const kinds = await beginAll(store, crowd);

    expect(kinds).toEqual(['created', ...Array.from({ length: 19 }, () => 'existing')]);
  });

  it('carries many orders at once, each to its own end', async () => {
    const store = await (await newPlace()).open();
    const ends = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? 'approved' : 'declined'));

    const payments = await Promise.all(ends.map((end) => paymentOn(waysTo[end], store)));

    expect(payments.map(({ status }) => status)).toEqual(ends);
  });
}

async function beginAll(store: Store, crowd: ReturnType<typeof wanted>[]): Promise<string[]> {
  const begun = crowd.map(async (payment) => store.begin(payment, newTokenHash()));
  return (await Promise.all(begun)).map(({ kind }) => kind).toSorted();
}

function describeAbandoned(newPlace: NewPlace): void {
  it('interrupts what the last process left running, once', async () => {
    const place = await newPlace();
    const last = await place.open();
    const ways = [waysTo.sending, waysTo.waiting, waysTo.reserved, waysTo.pending, waysTo.unknown];
    const left = await Promise.all(ways.map(async (way) => paymentOn(way, last)));
    await last.close();

    const store = await place.open();
    const taken = await store.interruptAbandoned();

    const ends = taken.map(({ attempt }) => [attempt.id, attempt.status, attempt.code]);
    expect(new Map(ends.map(([id, ...end]) => [id, end]))).toEqual(
      new Map([
        [left[0]?.id, ['unknown', 'interrupted']],
        [left[1]?.id, ['unknown', 'interrupted']],
        [left[2]?.id, ['failed', 'unavailable']],
      ]),
    );
    expect(await store.find(taken[0]?.attempt.id ?? '')).toEqual(taken[0]?.attempt);
    expect(await store.interruptAbandoned()).toEqual([]);
  });

  it('leaves the payments alone that it carries out itself', async () => {
    const store = await (await newPlace()).open();
    await paymentOn(waysTo.sending, store);

    expect(await store.interruptAbandoned()).toEqual([]);
  });
}

function describeFailures(newPlace: NewPlace): void {
  it('changes nothing by a write that fails, and makes those beside it', async () => {
    const store = await (await newPlace()).open();
    const [first, wrong, last] = [wanted(), wanted(), wanted()];
    await store.begin(first, newTokenHash());

    const begun = await Promise.allSettled([
      store.begin(wanted(), newTokenHash()),
      store.begin({ ...wrong, id: '' }, newTokenHash()),
      store.begin(last, newTokenHash()),
      store.record(first.id, ended(1, approved)),
    ]);

    const states = begun.map(({ status }) => status);
    expect(states).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await store.find('')).toBeUndefined();
    expect((await store.find(first.id))?.status).toBe('approved');
    expect((await store.find(last.id))?.status).toBe('sending');
    expect((await store.begin(wrong, newTokenHash())).kind).toBe('created');
  });

  it('says that it works while it is open', async () => {
    const store = await (await newPlace()).open();

    await expect(store.check()).resolves.toBeUndefined();
    await store.close();
    await expect(store.check()).rejects.toThrow();
  });
}
