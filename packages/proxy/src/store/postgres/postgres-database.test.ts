import { Client } from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import { layLine } from '../../../testing/cuttable-line.ts';
import { approved } from '../../attempt/outcome.ts';
import {
  paymentOn,
  ended,
  newTokenHash,
  started,
  addressOf,
  wanted,
  waysTo,
} from '../../../testing/payments.ts';
import { openPostgres } from '../../../testing/stores.ts';
import { setUp } from './connections.ts';

const database = await shareDatabase();

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => client.end());
  return client;
}

describe('a store of PostgreSQL', () => {
  beforeEach(async () => database.clear());

  it('uses its own settings, not those of the database', async () => {
    const name = new URL(database.url).pathname.slice(1);
    onTestFinished(async () => void (await database.query(`ALTER DATABASE ${name} RESET ALL`)));
    for (const setting of [
      "default_transaction_isolation = 'serializable'",
      'default_transaction_read_only = on',
      'synchronous_commit = off',
      'statement_timeout = 0',
      'lock_timeout = 0',
    ]) {
      await database.query(`ALTER DATABASE ${name} SET ${setting}`);
    }

    const store = await openPostgres(database.url);
    const crowd = Array.from({ length: 20 }, () => wanted({ orderId: 'order-1' }));
    const begun = await Promise.all(
      crowd.map(async (payment) => store.begin(payment, newTokenHash())),
    );
    const session = await connect(database.url);
    await setUp(session);
    const { rows } = await session.query(`
      SELECT current_setting('synchronous_commit') AS commit,
        current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('idle_in_transaction_session_timeout') AS idle`);

    expect(begun.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    expect(rows).toEqual([{ commit: 'on', statement: '5s', lock: '500ms', idle: '5s' }]);
  });

  it('leaves backups to PostgreSQL', async () => {
    const store = await openPostgres(database.url);

    await expect(store.backup('')).rejects.toThrow(/^PostgreSQL makes its own backups: pg_dump /);
  });

  it('keeps the one character that PostgreSQL does not hold', async () => {
    const store = await openPostgres(database.url);
    const payment = await paymentOn(waysTo.unknown, store, { orderId: 'order\0-1' });

    const posted = { claim: 'charged', transactionId: 'pay\0_1', shown: 'a\0b' } as const;
    const recorded = await store.recordPostback(addressOf(payment), posted);

    expect(recorded?.attempt.status).toBe('approved');
    expect((await store.find(payment.id))?.tries[0]?.transactionId).toBe('pay\0_1');
  });

  it('goes on when the server breaks its connections', async () => {
    const store = await openPostgres(database.url);
    const payment = await paymentOn(waysTo.waiting, store);

    await database.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    const moved = await store.record(payment.id, started(2));

    expect(moved?.attempt.status).toBe('sending');
    expect(await store.find(payment.id)).toEqual(moved?.attempt);
  });

  it('leaves no lease when it closes', async () => {
    await (await openPostgres(database.url)).close();

    expect(await database.query('SELECT owner FROM leases')).toEqual([]);
  });
});

describe('a commit whose answer is lost', () => {
  beforeEach(async () => database.clear());

  it.each(['before', 'after'] as const)(
    'begins a payment once, although the line breaks %s the server receives it',
    async (when) => {
      const line = await layLine(database.url);
      const store = await openPostgres(line.url);
      const payment = wanted();
      line.loseNextCommit(when);

      const begun = await store.begin(payment, newTokenHash());
      const again = await store.begin(payment, newTokenHash());

      expect(begun).toEqual({ kind: 'created', attempt: await store.find(payment.id) });
      expect(again).toEqual({ ...begun, kind: 'existing' });
      expect(await store.listEvents(payment.orderId)).toMatchObject([{ kind: 'begun' }]);
    },
  );

  it.each(['before', 'after'] as const)(
    'records a step once, although the line breaks %s the server receives it',
    async (when) => {
      const line = await layLine(database.url);
      const store = await openPostgres(line.url);
      const { id, orderId } = await paymentOn(waysTo.sending, store);
      line.loseNextCommit(when);

      const recorded = await store.record(id, ended(1, approved));
      const again = await store.record(id, ended(1, approved));

      expect(recorded).toMatchObject({
        attempt: await store.find(id),
        statusBefore: 'sending',
        messages: [{ receiver: 'payment' }],
        alarms: [],
      });
      expect(recorded?.attempt.status).toBe('approved');
      expect(again).toBeUndefined();
      expect(await store.listEvents(orderId)).toHaveLength(2);
    },
  );

  it.each(['before', 'after'] as const)(
    'records a postback and its messages once, although the line breaks %s the server receives it',
    async (when) => {
      const line = await layLine(database.url);
      const store = await openPostgres(line.url);
      const payment = await paymentOn(waysTo.declined, store);
      line.loseNextCommit(when);

      const posted = { claim: 'charged', shown: {} } as const;
      const recorded = await store.recordPostback(addressOf(payment), posted);

      expect(recorded).toMatchObject({
        attempt: await store.find(payment.id),
        statusBefore: 'declined',
        messages: [{ receiver: 'relay' }, { receiver: 'support' }, { receiver: 'payment' }],
        postbackDelayMs: 0,
        alarms: ['late_charge'],
      });
      expect(await store.listEvents(payment.orderId)).toHaveLength(3);
      const messages = await database.query('SELECT receiver FROM messages ORDER BY receiver');
      const receivers = messages.map(({ receiver }) => receiver);
      expect(receivers).toEqual(['payment', 'relay', 'support']);
    },
  );

  it('rejects while the result is unknown', async () => {
    const line = await layLine(database.url);
    const store = await openPostgres(line.url);
    const { id } = await paymentOn(waysTo.sending, store);
    line.cut();

    await expect(store.record(id, ended(1, approved))).rejects.toThrow();
    line.restore();

    expect((await store.record(id, ended(1, approved)))?.attempt.status).toBe('approved');
  });
});
