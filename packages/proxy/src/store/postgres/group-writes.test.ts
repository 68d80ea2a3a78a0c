import { Client } from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import {
  addressOf,
  paymentOn,
  ended,
  newTokenHash,
  paid,
  wanted,
  waysTo,
} from '../../../testing/payments.ts';
import { layLine } from '../../../testing/cuttable-line.ts';
import { openPostgres } from '../../../testing/stores.ts';
import { approved, nothingSent } from '../../attempt/outcome.ts';
import type { Attempt } from '../../attempt/attempt.ts';
import { deletionOf, orderKeyOf } from '../statements.ts';
import type { Store } from '../store.ts';
import { run } from './connections.ts';

const database = await shareDatabase();
beforeEach(async () => database.clear());

async function beginAll(store: Store, crowd: readonly ReturnType<typeof wanted>[]) {
  return Promise.all(crowd.map(async (payment) => store.begin(payment, newTokenHash())));
}

/** Makes payments of orders of their own. */
function crowdOf(count: number) {
  return Array.from({ length: count }, () => wanted());
}

const waiting = `
  SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

/** Notices a wait for a lock long before its time is over. */
const often = { interval: 5 };

/** Connects like another instance. */
async function connect(): Promise<Client> {
  const client = new Client({
    connectionString: database.url,
    options: '-c search_path=card_checkout',
  });
  await client.connect();
  onTestFinished(async () => client.end());
  return client;
}

/** Holds an order's row, as another instance does, until its transaction ends. */
async function hold(orderId: string): Promise<Client> {
  const client = await connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM payments WHERE order_key = $1 FOR UPDATE', [orderKeyOf(orderId)]);
  return client;
}

describe('payments at the same time', () => {
  it('share the statements of their first two steps', async () => {
    const sent: string[] = [];
    const line = await layLine(database.url, (chunk) => sent.push(chunk.toString('latin1')));
    const store = await openPostgres(line.url);
    const crowd = crowdOf(20);
    await paymentOn(waysTo.approved, store);
    sent.length = 0;

    const begun = await beginAll(store, crowd);
    const moved = await Promise.all(
      crowd.map(async ({ id }) => store.record(id, ended(1, approved))),
    );

    expect(begun.filter(({ kind }) => kind === 'created')).toHaveLength(20);
    expect(moved.map((recorded) => recorded?.attempt.status)).toEqual(crowd.map(() => 'approved'));
    const writes = sent.filter((chunk) => crowd.some(({ id }) => chunk.includes(id)));
    expect(writes).toHaveLength(2);
  });

  it.each(['before', 'after'] as const)(
    'are stored once each, although the line breaks %s the server receives their commits',
    async (when) => {
      const line = await layLine(database.url);
      const store = await openPostgres(line.url);
      const crowd = crowdOf(5);
      line.loseNextCommit(when);
      const begun = await beginAll(store, crowd);
      const next = crowdOf(5);
      await beginAll(store, next);
      line.loseNextCommit(when);

      const moved = await Promise.all(next.map(async ({ id }) => store.record(id, ended(1, paid))));

      expect(begun.map(({ kind }) => kind)).toEqual(crowd.map(() => 'created'));
      const stored = await Promise.all(next.map(async ({ id }) => store.find(id)));
      expect(moved.map((recorded) => recorded?.attempt)).toEqual(stored);
      expect(stored.map((payment) => payment?.status)).toEqual(next.map(() => 'approved'));
      const steps = await Promise.all(
        [...crowd, ...next].map(async ({ orderId }) => store.listEvents(orderId)),
      );
      expect(steps.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
      expect(await database.query('SELECT id FROM messages')).toHaveLength(5);
    },
  );

  it('neither fail with one whose order another instance holds, nor wait for it', async () => {
    const sent: string[] = [];
    const line = await layLine(database.url, (chunk) => sent.push(chunk.toString('latin1')));
    const store = await openPostgres(line.url);
    const crowd = crowdOf(3);
    await beginAll(store, crowd);
    await hold(crowd[1]?.orderId ?? '');
    sent.length = 0;

    const moved = await Promise.allSettled(
      crowd.map(async ({ id }) => store.record(id, ended(1, approved))),
    );

    expect(moved).toMatchObject([
      { value: { attempt: { status: 'approved' } } },
      { reason: { code: '55P03' } },
      { value: { attempt: { status: 'approved' } } },
    ]);
    // A group that had failed would have been sent again, one by one.
    const timesSent = crowd.map(({ id }) => sent.filter((chunk) => chunk.includes(id)).length);
    expect(timesSent).toEqual([1, 2, 1]);
  });

  it('are begun once each under a key that several of them have, for an order or several', async () => {
    const store = await openPostgres(database.url);
    const [first, second] = crowdOf(2);
    const crowd = [first, first, { ...first, orderId: 'another' }, second].map((each) =>
      wanted(each),
    );

    const begun = await beginAll(store, crowd);

    const kinds = begun.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['created', 'created', 'existing', 'existing']);
  });

  it.each([
    ['paid', [waysTo.declined, waysTo.approved]],
    ['not paid', [waysTo.declined]],
  ])('do not use the proof of an order that is %s and just being deleted', async (_words, ways) => {
    const store = await openPostgres(database.url);
    const orderId = 'order-1';
    const order: Attempt[] = [];
    for (const way of ways) {
      const proofHash = way === ways.at(-1) ? { proofHash: 'p' } : {};
      order.push(await paymentOn(way, store, { orderId, ...proofHash }));
    }
    const version = ways.length * 2;
    const deleting = await connect();
    const { guards, rest } = deletionOf(order, version, orderId);
    await deleting.query('BEGIN');
    for (const statement of [...guards, ...rest]) await run(deleting, statement);

    const begun = store.begin(wanted({ proofHash: 'p' }), newTokenHash());
    await expect.poll(async () => database.query(waiting), often).toHaveLength(1);
    await deleting.query('COMMIT');

    expect(await begun).toEqual({ kind: 'refused', code: 'three_ds_used' });
  });

  it('store one payment of an order that several of them begin', async () => {
    const store = await openPostgres(database.url);
    const crowd = Array.from({ length: 6 }, (_, n) => wanted({ orderId: `order-${n % 2}` }));

    const begun = await beginAll(store, crowd);

    expect(begun.filter(({ kind }) => kind === 'created')).toHaveLength(2);
    expect(begun.filter(({ kind }) => kind === 'refused')).toHaveLength(4);
    expect(await database.query('SELECT id FROM payments')).toHaveLength(2);
  });
});

describe('a first step', () => {
  it('keeps what another instance has written since the payment was begun', async () => {
    const first = await openPostgres(database.url);
    const second = await openPostgres(database.url);
    const payment = await paymentOn(waysTo.sending, first);
    await second.recordPostback(addressOf(payment), { claim: 'charged', transactionId: 'pay_1' });

    const moved = await first.record(payment.id, ended(1, nothingSent));

    expect(moved?.attempt).toEqual(await second.find(payment.id));
    expect(moved?.attempt).toMatchObject({
      status: 'approved',
      tries: [{ answer: 'not_charged', postback: 'charged', transactionId: 'pay_1' }],
    });
  });

  it('is decided on what the last one who held the order has written', async () => {
    const store = await openPostgres(database.url);
    const { id, orderId } = await paymentOn(waysTo.sending, store);
    const holder = await hold(orderId);

    const moved = store.record(id, ended(1, approved));
    await expect.poll(async () => database.query(waitingForLocks), often).toEqual([{ waiting: 1 }]);
    await holder.query(
      `UPDATE payments SET version = version + 1, status = 'unknown',
         state = replace(state, '"sending"', '"unknown"') WHERE id = $1`,
      [id],
    );
    await holder.query('COMMIT');

    expect(await moved).toMatchObject({ statusBefore: 'unknown', alarms: ['late_charge'] });
  });
});

const waitingForLocks = `
  SELECT count(*)::int AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;
