import { Client } from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import {
  addressOf,
  attemptOn,
  ended,
  newTokenHash,
  paid,
  rules,
  wanted,
  waysTo,
} from '../../../testing/attempts.ts';
import { layLine } from '../../../testing/cuttable-line.ts';
import { openPostgres } from '../../../testing/stores.ts';
import { approved, nothingSent } from '../../attempt/outcome.ts';
import { reserve, transition } from '../../attempt/transition.ts';
import { Secret } from '../../sensitive/secret.ts';
import type { Store } from '../store.ts';
import { PostgresDatabase } from './database.ts';
import { insertIntoNewOrder, updateUnchanged } from './statements.ts';

const database = await shareDatabase();
beforeEach(async () => database.clear());

async function beginAll(store: Store, crowd: readonly ReturnType<typeof wanted>[]) {
  return Promise.all(crowd.map(async (attempt) => store.begin(attempt, newTokenHash())));
}

/** Makes attempts of orders of their own. */
function crowdOf(count: number) {
  return Array.from({ length: count }, () => wanted());
}

/** Locks an order, as another instance does, until the function that it returns is called. */
async function hold(orderId: string) {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => client.end());
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', [orderId]);
  return client;
}

describe('payments at the same time', () => {
  it('share the commits of their first two steps, each sent at once', async () => {
    const sent: string[] = [];
    const line = await layLine(database.url, (chunk) => sent.push(chunk.toString('latin1')));
    const store = await openPostgres(line.url);
    const crowd = crowdOf(20);
    await attemptOn(waysTo.approved, store);
    sent.length = 0;

    const begun = await beginAll(store, crowd);
    const moved = await Promise.all(
      crowd.map(async ({ id }) => store.record(id, ended(1, approved))),
    );

    expect(begun.filter(({ kind }) => kind === 'created')).toHaveLength(20);
    expect(moved.map((recorded) => recorded?.attempt.status)).toEqual(crowd.map(() => 'approved'));
    const commits = sent.filter((chunk) => chunk.includes('COMMIT'));
    expect(commits).toHaveLength(2);
    expect(commits.filter((chunk) => chunk.includes('BEGIN'))).toHaveLength(2);
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
      expect(stored.map((attempt) => attempt?.status)).toEqual(next.map(() => 'approved'));
      const kinds = await database.query(
        'SELECT kind, count(*)::int FROM events GROUP BY kind ORDER BY kind',
      );
      expect(kinds).toEqual([
        { kind: 'begun', count: 10 },
        { kind: 'try_ended', count: 5 },
      ]);
      expect(await database.query('SELECT id FROM messages')).toHaveLength(5);
    },
  );

  it('do not wait long for one whose order another instance holds', async () => {
    const store = await openPostgres(database.url);
    const crowd = crowdOf(3);
    await hold(crowd[1]?.orderId ?? '');

    const begun = await Promise.allSettled(
      crowd.map(async (attempt) => store.begin(attempt, newTokenHash())),
    );

    expect(begun).toMatchObject([
      { value: { kind: 'created' } },
      { reason: { code: '55P03' } },
      { value: { kind: 'created' } },
    ]);
  });

  it('store one attempt of an order that several of them begin', async () => {
    const store = await openPostgres(database.url);
    const crowd = Array.from({ length: 6 }, (_, n) => wanted({ orderId: `order-${n % 2}` }));

    const begun = await beginAll(store, crowd);

    expect(begun.filter(({ kind }) => kind === 'created')).toHaveLength(2);
    expect(begun.filter(({ kind }) => kind === 'refused')).toHaveLength(4);
    expect(await database.query('SELECT id FROM events')).toHaveLength(2);
  });
});

describe('a first step', () => {
  it('keeps what another instance has written since the attempt was begun', async () => {
    const first = await openPostgres(database.url);
    const second = await openPostgres(database.url);
    const attempt = await attemptOn(waysTo.sending, first);
    await second.recordPostback(addressOf(attempt), { claim: 'charged', transactionId: 'pay_1' });

    const moved = await first.record(attempt.id, ended(1, nothingSent));

    expect(moved?.attempt).toEqual(await second.find(attempt.id));
    expect(moved?.attempt).toMatchObject({
      status: 'approved',
      tries: [{ answer: 'not_charged', postback: 'charged', transactionId: 'pay_1' }],
    });
  });

  it('is decided on what the last one who held the order has written', async () => {
    const store = await openPostgres(database.url);
    const { id, orderId } = await attemptOn(waysTo.sending, store);
    const holder = await hold(orderId);

    const moved = store.record(id, ended(1, approved));
    await expect.poll(async () => database.query(waitingForLocks)).toEqual([{ waiting: 1 }]);
    await holder.query("UPDATE card_checkout.attempts SET status = 'unknown' WHERE id = $1", [id]);
    await holder.query('COMMIT');

    expect(await moved).toMatchObject({ statusBefore: 'unknown', alarms: ['late_charge'] });
  });
});

const waitingForLocks = `
  SELECT count(*)::int AS waiting FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;

it('writes nothing in a transaction that has not begun, whose locks are gone', async () => {
  const store = await openPostgres(database.url);
  const { id } = await attemptOn(waysTo.sending, store);
  const [row] = await database.query('SELECT xmin::text AS version FROM attempts');
  const stored = await store.find(id);
  const step = stored && transition([stored], id, ended(1, approved), rules);
  const { change } = reserve([], wanted(), newTokenHash(), rules);
  if (!step || !change) throw new Error('There is nothing to write');
  const insert = insertIntoNewOrder(change, '1', 0);
  const update = updateUnchanged(step, String(row?.['version']));
  const unlocked = new PostgresDatabase(new Secret(database.url));
  onTestFinished(async () => unlocked.close());

  expect(await unlocked.all(insert[0], ...insert[1])).toEqual([]);
  expect(await unlocked.all(update[0], ...update[1])).toEqual([]);
  expect(await store.find(id)).toEqual(stored);
  expect(await database.query('SELECT kind FROM events')).toEqual([{ kind: 'begun' }]);

  const locks = ['SELECT 1', []] as const;
  expect(await unlocked.write(locks, [insert, update])).toMatchObject([[{}], [{ id }]]);
});
