import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { newTokenHash, noon, paymentOn, rules, wanted, waysTo } from '../../testing/payments.ts';
import { databasePlaces } from '../../testing/stores.ts';
import { schemaVersion } from './schema.ts';
import { Store } from './store.ts';
import { exportedColumns, exportLedger, importLedger } from './transfer.ts';
import type { Database } from './database.ts';

const fixtures = new URL('../../testing/ledgers/', import.meta.url);
const current = `tables-${schemaVersion}.jsonl`;
const fixture = readFileSync(new URL(current, fixtures), 'utf8').trim().split('\n');

async function exported(database: Database): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLedger(database)) lines.push(line);
  return lines;
}

/** Fills a ledger with an order of every kind. */
async function fill(store: Store): Promise<void> {
  for (const way of Object.values(waysTo)) await paymentOn(way, store);
  await store.begin(wanted({ metadata: { cart: 'cart-7' } }), newTokenHash());
  const { orderId } = await paymentOn(waysTo.declined, store);
  await store.closeOrder(orderId, 'ana');
  const paid = await paymentOn(waysTo.approved, store);
  const later = new Date(noon.getTime() + 1).toISOString();
  await store.deleteOver([paid.orderId], later);
  const [alarm] = await store.listAlarms({ onlyOpen: true, limit: 1 });
  if (alarm) await store.acknowledgeAlarm(alarm.id, 'ana');
}

describe.each(await databasePlaces())('%s', (_name, newDatabase) => {
  it('a ledger survives export and import as it was', async () => {
    const from = await newDatabase();
    await fill(new Store(from, rules));
    const lines = await exported(from);
    await from.close();

    const to = await newDatabase();
    const counts = await importLedger(to, Readable.from(lines));

    expect(await exported(to)).toEqual(lines);
    expect(lines.at(-1)).toBe(JSON.stringify({ end: counts }));
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  });

  it.each(readdirSync(fixtures))(
    'the ledger %s is read, and none of its orders is paid again',
    async (name) => {
      const database = await newDatabase();

      const text = readFileSync(new URL(name, fixtures), 'utf8');
      await importLedger(database, Readable.from(text.trim().split('\n')));

      const store = new Store(database, rules);
      await store.interruptAbandoned();
      const orders = await store.listChanged({ changedAt: '', paymentId: '' }, 100);
      for (const { payments } of orders) {
        const orderId = payments[0]?.orderId ?? '';
        const isFree = payments.every(({ status }) => /^(declined|invalid|failed)$/.test(status));
        const begun = await store.begin(wanted({ orderId }), newTokenHash());
        expect([orderId, begun.kind]).toEqual([orderId, isFree ? 'created' : 'refused']);
        expect(payments.map(({ status }) => status)).not.toContain('sending');
      }
      expect(orders.length).toBeGreaterThan(5);
    },
  );

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['cut off', (lines) => lines.slice(0, -1), /cut off/],
    ['without a line', (lines) => lines.toSpliced(1, 1), /lost lines/],
    [
      'of another version',
      (lines) => ['{"ledger":"card-checkout","tables":99}', ...lines.slice(1)],
      /version 99/,
    ],
    ['of another program', (lines) => ['{}', ...lines], /Line 1 names no ledger/],
    [
      'with an unknown column',
      (lines) => lines.with(1, lines[1]?.replace('{', '{"more":1,') ?? ''),
      /Line 2/,
    ],
    [
      "with a payment that can't be read",
      (lines) => lines.with(1, lines[1]?.replace(/"steps":"/, '"steps":"!') ?? ''),
      /Line 2/,
    ],
  ])('an export %s is refused', async (_how, change, reason) => {
    const database = await newDatabase();

    const imported = importLedger(database, Readable.from(change(fixture)));

    await expect(imported).rejects.toThrow(reason);
  });

  it('is imported into an empty database only', async () => {
    const database = await newDatabase();
    await fill(new Store(database, rules));

    await expect(importLedger(database, Readable.from(fixture))).rejects.toThrow(
      'has rows already',
    );
  });

  it('exports every column but those of running programs', async () => {
    const database = await newDatabase();
    await fill(new Store(database, rules));
    const own = { payments: ['owner'], messages: ['taken'], alarms: ['id'] };

    for (const table of ['payments', 'messages', 'alarms'] as const) {
      const [row = {}] = await database.read(`SELECT * FROM ${table} LIMIT 1`);
      const columns = [...Object.keys(exportedColumns[table].shape), ...own[table]];
      expect(Object.keys(row).toSorted()).toEqual(columns.toSorted());
    }
  });
});

it('the changelog names the version of the tables', () => {
  const [, newest = ''] = readFileSync(
    new URL('../../../../CHANGELOG.md', import.meta.url),
    'utf8',
  ).split('\n## ');

  expect(newest).toContain(`Tables: version ${schemaVersion}`);
});
