import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../running-proxy.test-support.ts';
import { SqliteStore } from './sqlite.ts';
import { paymentOf, type NewAttempt } from './store.ts';

const attempt = (id: string, orderId = 'order-1'): NewAttempt => ({
  id,
  orderId,
  amountCentavos: 100,
  fingerprint: 'f',
});

function open(databasePath = join(temporaryFolder(), 'checkout.db')): SqliteStore {
  const store = new SqliteStore({ databasePath, attemptsPerOrder: 3 });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

describe('SqliteStore', () => {
  it('keeps an attempt from its reservation to its end', async () => {
    const store = open();

    const reservation = await store.reserve(attempt('a'));
    await store.startTry('a', 1);
    await store.startTry('a', 2);
    const sending = await store.find('a');
    const payment = { id: 'pay_1' };
    await store.settle('a', { status: 'approved', retryable: false, payment });

    expect(reservation).toMatchObject({ kind: 'created', attempt: { status: 'reserved' } });
    expect(sending).toMatchObject({ status: 'sending', tries: 2 });
    expect(await store.find('a')).toEqual({
      ...attempt('a'),
      status: 'approved',
      retryable: false,
      tries: 2,
      payment,
    });
  });

  it.each(['declined', 'invalid', 'failed'] as const)(
    'frees the order after %s',
    async (status) => {
      const store = open();
      await store.reserve(attempt('a'));
      await store.startTry('a', 1);
      await store.settle('a', { status, retryable: true });

      expect(await store.reserve(attempt('b'))).toMatchObject({ kind: 'created' });
    },
  );

  it.each([
    ['pending', 'order_in_progress'],
    ['unknown', 'order_in_progress'],
    ['approved', 'order_already_paid'],
  ] as const)('refuses another attempt after %s', async (status, code) => {
    const store = open();
    await store.reserve(attempt('a'));
    await store.settle('a', { status, retryable: false });

    expect(await store.reserve(attempt('b'))).toEqual({ kind: 'refused', code });
    expect(await store.reserve(attempt('c', 'order-2'))).toMatchObject({ kind: 'created' });
  });

  it('does not change an attempt that has ended', async () => {
    const store = open();
    await store.reserve(attempt('a'));
    await store.settle('a', { status: 'approved', retryable: false });

    await store.settle('a', { status: 'declined', code: 'declined', retryable: true });

    expect(await store.find('a')).toMatchObject({ status: 'approved' });
    await expect(store.startTry('a', 2)).rejects.toThrow();
  });

  it('ends what a killed process left: unsent failed, sent unknown', async () => {
    const path = join(temporaryFolder(), 'checkout.db');
    const killed = open(path);
    await killed.reserve(attempt('unsent', 'order-1'));
    await killed.reserve(attempt('sent', 'order-2'));
    await killed.startTry('sent', 1);
    await killed.close();

    const store = open(path);

    expect(store.recovered).toEqual({ failed: 1, unknown: 1 });
    const [unsent, sent] = await Promise.all([store.find('unsent'), store.find('sent')]);
    expect(unsent).toMatchObject({ status: 'failed', code: 'unavailable', retryable: true });
    expect(sent).toMatchObject({ status: 'unknown', code: 'interrupted', retryable: false });
    expect(await store.reserve(attempt('b', 'order-2'))).toMatchObject({ kind: 'refused' });
  });

  it('makes files that only their owner reads', async () => {
    const path = join(temporaryFolder(), 'checkout.db');
    const store = open(path);
    await store.check();

    const modes = [path, `${path}-wal`].map((file) => statSync(file).mode % 0o1000);
    expect(modes).toEqual([0o600, 0o600]);
  });

  it('opens a file for one process at a time', () => {
    const path = join(temporaryFolder(), 'checkout.db');
    open(path);

    expect(() => open(path)).toThrow('locked');
  });

  it('writes through WAL, which a later reader still finds', async () => {
    const path = join(temporaryFolder(), 'checkout.db');
    await open(path).close();

    const reader = new DatabaseSync(path, { readOnly: true });
    onTestFinished(() => reader.close());
    expect(reader.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });
});

describe('paymentOf', () => {
  it('shows what is not over as processing, and nothing of the fingerprint', () => {
    const stored = { ...attempt('a'), retryable: false, tries: 1 };
    const shown = { id: 'a', orderId: 'order-1', retryable: false, tries: 1 };

    const payments = (['reserved', 'sending', 'pending'] as const).map((status) =>
      paymentOf({ ...stored, status }),
    );

    for (const payment of payments) expect(payment).toEqual({ ...shown, status: 'processing' });
  });
});
