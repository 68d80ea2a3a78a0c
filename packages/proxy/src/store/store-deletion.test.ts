import { describe, expect, it } from 'vitest';
import {
  afterNoon,
  paymentOn,
  ended,
  newTokenHash,
  noon,
  posted,
  rules,
  started,
  addressOf,
  wanted,
  waysTo,
} from '../../testing/payments.ts';
import { storePlaces, type NewPlace } from '../../testing/stores.ts';
import { approved } from '../attempt/outcome.ts';
import { SqliteDatabase } from './sqlite/sqlite-database.ts';
import { Store } from './store.ts';

const later = afterNoon(1).toISOString();
const paidAfterDoubt = [...waysTo.waiting, started(2), ended(2, approved)];
const ways = { ...waysTo, 'approved, with a try in doubt': paidAfterDoubt };

/** A database in which another process acts just before a deletion or an order's later payment. */
class OvertakenDatabase extends SqliteDatabase {
  overtake: (() => Promise<unknown>) | undefined;

  override async transact(...written: Parameters<SqliteDatabase['transact']>): Promise<boolean> {
    await this.#letOvertake();
    return super.transact(...written);
  }

  override async commit(...written: Parameters<SqliteDatabase['commit']>): Promise<boolean> {
    if (written[0].number > 1) await this.#letOvertake();
    return super.commit(...written);
  }

  async #letOvertake(): Promise<void> {
    const act = this.overtake;
    this.overtake = undefined;
    await act?.();
  }
}

describe.each(await storePlaces())('%s', (_name, newPlace) => {
  describe('deleting', () => describeDeleting(newPlace));
  describe('a deleted order', () => describeDeleted(newPlace));
});

async function overtaken() {
  const database = new OvertakenDatabase(':memory:');
  const store = new Store(database, rules);
  const { orderId } = await paymentOn(waysTo.declined, store);
  database.overtake = async () => {
    await store.deleteOver([orderId], later);
    await paymentOn(waysTo.approved, store, { orderId });
  };
  return { store, orderId };
}

describe('an order that another process has deleted, begun anew and paid', () => {
  it('is not deleted by one that has read it before', async () => {
    const { store, orderId } = await overtaken();

    expect(await store.deleteOver([orderId], later)).toMatchObject({ orders: 1 });
    expect(await store.begin(wanted({ orderId }), newTokenHash())).toEqual({
      kind: 'refused',
      code: 'order_already_paid',
    });
  });

  it('takes no payment that was decided on before', async () => {
    const { store, orderId } = await overtaken();

    const begun = await store.begin(wanted({ orderId }), newTokenHash());

    expect(begun).toEqual({ kind: 'refused', code: 'order_already_paid' });
  });
});

function describeDeleting(newPlace: NewPlace): void {
  it.each([
    ['approved', 1],
    ['approved, with a try in doubt', 1],
    ['declined', 1],
    ['invalid', 1],
    ['failed', 1],
    ['unknown by a 5xx', 0],
    ['unknown', 0],
    ['pending', 0],
    ['waiting', 0],
    ['reserved', 0],
    ['sending', 0],
  ] as const)('of an order that is %s deletes %i', async (status, orders) => {
    const store = await (await newPlace()).open();
    const { id, orderId } = await paymentOn(ways[status], store);

    const deleted = await store.deleteOver([orderId], later);

    expect(deleted).toEqual({ orders, payments: orders });
    expect((await store.find(id)) === undefined).toBe(orders === 1);
  });

  it('leaves alone an order of which one payment is open', async () => {
    const store = await (await newPlace()).open();
    const { orderId } = await paymentOn(waysTo.declined, store);
    await paymentOn(waysTo.unknown, store, { orderId });

    expect(await store.deleteOver([orderId], later)).toEqual({ orders: 0, payments: 0 });
    expect(await store.findOrder(orderId)).toHaveLength(2);
  });

  it('leaves alone an order that has changed since', async () => {
    let now = noon;
    const store = await (await newPlace()).open({ now: () => now });
    const payment = await paymentOn(waysTo.declined, store);
    now = afterNoon(1);
    await store.record(payment.id, posted(1, 'refused'));

    const { orderId } = payment;
    expect(await store.deleteOver([orderId], later)).toEqual({ orders: 0, payments: 0 });
    const deleted = await store.deleteOver([orderId], afterNoon(2).toISOString());
    expect(deleted).toEqual({ orders: 1, payments: 1 });
  });

  it('deletes everything that belongs to the orders, and nothing else', async () => {
    const place = await newPlace();
    const store = await place.open();
    const { orderId } = await paymentOn(waysTo.declined, store);
    await paymentOn([...waysTo.declined, posted(1, 'charged')], store, { orderId });
    const other = await paymentOn(waysTo.failed, store);
    const kept = await paymentOn(paidAfterDoubt, store);

    const deleted = await store.deleteOver([orderId, other.orderId, 'never seen'], later);
    await store.close();

    expect(deleted).toEqual({ orders: 2, payments: 3 });
    const left = [{ payment_id: kept.id }];
    expect(await place.read('SELECT DISTINCT payment_id FROM alarms')).toEqual(left);
    const payments = `SELECT id AS payment_id FROM payments WHERE status <> 'deleted'`;
    expect(await place.read(payments)).toEqual(left);
  });

  it.each([
    ['approved', undefined, 1],
    ['declined', 'p', 1],
    ['declined', undefined, 0],
  ] as const)(
    'of an order that was %s with the proof %s leaves %i rows, blank',
    async (status, proofHash, count) => {
      const place = await newPlace();
      const store = await place.open();
      const payment = await paymentOn(waysTo[status], store, { proofHash });
      await store.deleteOver([payment.orderId], later);
      const again = await store.deleteOver([payment.orderId], later);
      const events = await store.listEvents(payment.orderId);
      const found = await store.findOrder(payment.orderId);
      await store.close();

      expect([again.orders, events, found]).toEqual([0, [], []]);
      const rows = await place.read('SELECT * FROM payments');
      expect(rows).toHaveLength(count);
      const ids = new RegExp(`${payment.id}|${payment.orderId}`);
      expect(JSON.stringify(rows)).not.toMatch(ids);
    },
  );
}

function describeDeleted(newPlace: NewPlace): void {
  it.each([
    ['approved', { kind: 'refused', code: 'order_already_paid' }],
    ['declined', { kind: 'created' }],
  ] as const)('that was %s can be paid again only if it was not', async (status, expected) => {
    const place = await newPlace();
    const first = await place.open();
    const orderId = 'order\0-1';
    const before = await paymentOn(waysTo[status], first, { orderId });
    await first.deleteOver([before.orderId], later);
    await first.close();

    const store = await place.open();
    expect(await store.begin(wanted({ orderId }), newTokenHash())).toMatchObject(expected);
    expect((await store.begin(wanted(), newTokenHash())).kind).toBe('created');
  });

  it.each(['approved', 'declined'] as const)(
    'that was %s leaves its proof used',
    async (status) => {
      const place = await newPlace();
      const first = await place.open();
      const { orderId } = await paymentOn(waysTo[status], first, { proofHash: 'p' });
      await first.deleteOver([orderId], later);
      await first.close();

      const store = await place.open();
      const other = await store.begin(wanted({ proofHash: 'p' }), newTokenHash());
      expect(other).toEqual({ kind: 'refused', code: 'three_ds_used' });
      expect((await store.begin(wanted({ proofHash: 'q' }), newTokenHash())).kind).toBe('created');
    },
  );

  it('is refused as paid at every moment, and deleted once by two at a time', async () => {
    const store = await (await newPlace()).open();
    const paid = Array.from({ length: 8 }, async () => paymentOn(waysTo.approved, store));
    const ids = (await Promise.all(paid)).map(({ orderId }) => orderId);
    const pay = async (orderId: string) => store.begin(wanted({ orderId }), newTokenHash());

    const [[first, second], begun] = await Promise.all([
      Promise.all([store.deleteOver(ids, later), store.deleteOver(ids.toReversed(), later)]),
      Promise.all([...ids, ...ids, ...ids].map(pay)),
    ]);

    expect(first.orders + second.orders).toBe(8);
    const refused = { kind: 'refused', code: 'order_already_paid' };
    expect(begun).toEqual(begun.map(() => refused));
  });

  it('takes further payments, one at a time, if it left its proof', async () => {
    const store = await (await newPlace()).open();
    const { orderId } = await paymentOn(waysTo.declined, store, { proofHash: 'p' });
    await store.deleteOver([orderId], later);

    const begun = await Promise.all(
      [1, 2, 3].map(async () => store.begin(wanted({ orderId, proofHash: 'p' }), newTokenHash())),
    );

    expect(begun.map(({ kind }) => kind).toSorted()).toEqual(['created', 'refused', 'refused']);
    expect(await store.findOrder(orderId)).toHaveLength(1);
  });

  it('takes no late postback', async () => {
    const store = await (await newPlace()).open();
    const payment = await paymentOn(waysTo.declined, store);
    await store.deleteOver([payment.orderId], later);

    expect(await store.recordPostback(addressOf(payment), { claim: 'charged' })).toBeUndefined();
    expect(await store.record(payment.id, posted(1, 'charged'))).toBeUndefined();
  });
}
