import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import { layLine } from '../../../testing/cuttable-line.ts';
import { approved, mayBeCharged } from '../../attempt/outcome.ts';
import {
  afterNoon,
  paymentOn,
  ended,
  newTokenHash,
  started,
  addressOf,
  wanted,
  waysTo,
} from '../../../testing/payments.ts';
import { openPostgres } from '../../../testing/stores.ts';

const database = await shareDatabase();
beforeEach(async () => database.clear());

/** Opens instance 1 and instance 2. */
async function openTwo() {
  const first = await openPostgres(database.url);
  return { first, second: await openPostgres(database.url) };
}

/** Returns the names of the leases, the oldest first. */
async function owners(): Promise<unknown[]> {
  const rows = await database.query('SELECT owner FROM leases ORDER BY since');
  return rows.map(({ owner }) => owner);
}

/** Ends the time of some leases, counted by age, while the others have been held for long. */
async function endTimeOf(...numbers: number[]): Promise<void> {
  const all = await owners();
  await database.query(
    `UPDATE leases SET since = since - interval '1 hour', expires_at =
       CASE WHEN owner = ANY($1) THEN clock_timestamp() ELSE expires_at END`,
    [numbers.map((number) => all[number - 1])],
  );
}

async function ownerOf(id: string): Promise<unknown> {
  const [row] = await database.query('SELECT owner FROM payments WHERE id = $1', [id]);
  return row?.['owner'];
}

describe('two instances', () => {
  it('tell each other which payments have changed, but not which are sent', async () => {
    const { first, second } = await openTwo();
    const changed: string[] = [];
    second.onChange((id) => changed.push(id));

    const one = await paymentOn([...waysTo.waiting, started(2)], first);
    const other = await paymentOn(waysTo.approved, first);

    await expect.poll(() => changed).toEqual([one.id, other.id]);
  });

  it('reach each other again after the line broke', async () => {
    const line = await layLine(database.url);
    const first = await openPostgres(database.url);
    const second = await openPostgres(line.url);
    const changed = new Set<string>();
    second.onChange((id) => changed.add(id));
    line.cut();
    line.restore();

    const again = async () => {
      await paymentOn(waysTo.approved, first);
      return changed.size;
    };

    await expect.poll(again).toBeGreaterThan(0);
  });

  it('begin one payment with a proof that both get for other orders', async () => {
    const { first, second } = await openTwo();
    const crowd = Array.from({ length: 10 }, () => wanted({ proofHash: 'p' }));

    const begun = await Promise.all(
      crowd.map(async (payment, index) =>
        (index % 2 ? first : second).begin(payment, newTokenHash()),
      ),
    );

    expect(begun.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    const refused = begun.filter((each) => each.kind === 'refused');
    expect(refused.map(({ code }) => code)).toEqual(crowd.slice(1).map(() => 'three_ds_used'));
  });

  it.each([
    ['an order', 'order-1'],
    ['orders of their own', undefined],
  ])('store one payment under a key that both begin, for %s', async (_, orderId) => {
    const { first, second } = await openTwo();
    const id = randomUUID();
    const crowd = Array.from({ length: 10 }, () => wanted({ id, ...(orderId && { orderId }) }));

    const begun = await Promise.all(
      crowd.flatMap((payment) => [
        first.begin(payment, newTokenHash()),
        second.begin(payment, newTokenHash()),
      ]),
    );

    const created = begun.filter(({ kind }) => kind === 'created');
    expect(created).toHaveLength(1);
    expect(begun.filter(({ kind }) => kind === 'existing')).toHaveLength(19);
    expect(created[0]).toMatchObject({ attempt: await second.find(id) });
  });

  it('let one payment of an order through', async () => {
    const { first, second } = await openTwo();
    const crowd = Array.from({ length: 10 }, () => wanted({ orderId: 'order-1' }));

    const begun = await Promise.all(
      crowd.map(async (payment, n) =>
        (n % 2 === 0 ? first : second).begin(payment, newTokenHash()),
      ),
    );

    expect(begun.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    expect(begun.filter(({ kind }) => kind === 'refused')).toHaveLength(9);
  });

  it('share the messages that are due', async () => {
    const { first, second } = await openTwo();
    const token = addressOf(await paymentOn(waysTo.approved, first));
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    for (const shown of numbers) await first.recordPostback(token, { claim: 'charged', shown });

    const taken = await Promise.all(
      [first, second, first, second].map(async (store) =>
        store.takeMessages('relay', 5, afterNoon(1000)),
      ),
    );

    const all = [...taken.flat(), ...(await second.takeMessages('relay', 20, afterNoon(1000)))];
    expect(all).toHaveLength(20);
    expect(new Set(all.map(({ id }) => id)).size).toBe(20);
  });

  it('leave the payments of the other one alone for as long as it lives', async () => {
    const leaseMs = 3000;
    const first = await openPostgres(database.url, { leaseMs });
    const second = await openPostgres(database.url, { leaseMs });
    const payment = await paymentOn(waysTo.sending, first);
    const renewed = 'SELECT min(expires_at - since) > $1::interval AS renewed FROM leases';

    const isRenewed = async () => database.query(renewed, [`${leaseMs + 500} milliseconds`]);

    await expect.poll(isRenewed).toEqual([{ renewed: true }]);
    await endTimeOf();
    expect(await second.interruptAbandoned()).toEqual([]);
    expect(await first.find(payment.id)).toEqual(payment);
  });
});

describe('an instance that is gone', () => {
  it('loses its payments when its lease is over', async () => {
    const line = await layLine(database.url);
    const first = await openPostgres(line.url, { leaseMs: 150 });
    const second = await openPostgres(database.url);
    const { id } = await paymentOn(waysTo.sending, first);
    await endTimeOf();
    const [, living] = await owners();
    line.cut();

    const ends: unknown[] = [];
    const taken = async () => {
      ends.push(...(await second.interruptAbandoned()).map(({ attempt }) => attempt));
      return ends;
    };

    await expect.poll(taken).toMatchObject([{ id, status: 'unknown', code: 'interrupted' }]);
    expect(await owners()).toEqual([living]);
  });

  it('starts no try when it comes back, while what was answered still counts', async () => {
    const { first, second } = await openTwo();
    const waiting = await paymentOn(waysTo.waiting, first);
    const sending = await paymentOn(waysTo.sending, first);
    await endTimeOf(1);

    const taken = await second.interruptAbandoned();
    const next = await first.record(waiting.id, started(2));
    const late = await first.record(sending.id, ended(1, approved));

    expect(taken.map(({ attempt }) => attempt.status)).toEqual(['unknown', 'unknown']);
    expect(next).toBeUndefined();
    expect((await second.find(waiting.id))?.tries).toHaveLength(1);
    expect(late).toMatchObject({ attempt: { status: 'approved' }, alarms: ['late_charge'] });
  });

  it("sends nothing that the one that takes over doesn't know of", async () => {
    const { first, second } = await openTwo();
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await paymentOn(waysTo.waiting, first)).id),
    );
    await endTimeOf(1);

    const [taken, ...sent] = await Promise.all([
      second.interruptAbandoned(),
      ...ids.map(async (id) => first.record(id, started(2))),
    ]);

    const stored = await Promise.all(ids.map(async (id) => second.find(id)));
    expect(taken).toHaveLength(20);
    expect(stored.map((payment) => payment?.status)).toEqual(ids.map(() => 'unknown'));
    expect(stored.map((payment) => payment?.tries.length === 2)).toEqual(
      sent.map((recorded) => recorded !== undefined),
    );
  });

  it('begins under a new name when it comes back', async () => {
    const { first, second } = await openTwo();
    const old = await owners();
    await endTimeOf(1);
    await second.interruptAbandoned();

    const { id } = await paymentOn(waysTo.sending, first);

    expect(await owners()).toContain(await ownerOf(id));
    expect(old).not.toContain(await ownerOf(id));
    expect(await second.interruptAbandoned()).toEqual([]);
  });

  it('is waited for when the database was away for all of them', async () => {
    const { first, second } = await openTwo();
    const { id } = await paymentOn(waysTo.sending, first);
    const [, secondOwner] = await owners();
    await endTimeOf(1, 2);

    const taken = [...(await second.interruptAbandoned()), ...(await first.interruptAbandoned())];
    const next = await paymentOn(waysTo.sending, second);
    taken.push(...(await second.interruptAbandoned()));
    const last = await first.record(id, ended(1, mayBeCharged));

    expect(taken).toEqual([]);
    expect(await ownerOf(next.id)).toBe(secondOwner);
    expect(last?.attempt.status).toBe('unknown');
  });
});
