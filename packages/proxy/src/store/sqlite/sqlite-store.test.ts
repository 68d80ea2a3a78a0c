import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { prepareSqlite } from './schema.ts';
import { alarms, attemptsByStatus, outcomesByHour } from '../operator-statements.ts';
import * as statements from '../statements.ts';
import { acceptedTries, eventsOfOrder } from './statements.ts';
import { StoreError, type Store } from '../store.ts';
import type { Attempt } from '../../attempt/attempt.ts';
import { addressOf, attemptOn, started, waysTo } from '../../../testing/attempts.ts';
import { openSqlite as open, usingFile as using } from '../../../testing/stores.ts';

const foreign = new StoreError('DATABASE_URL names a database of another program');

const newerVersion = new StoreError(
  'DATABASE_URL names a database of a newer version of this program',
);

const databasePage = readFileSync(
  new URL('../../../../../docs/database.md', import.meta.url),
  'utf8',
);
const [backToVersion8 = '', backToVersion6 = ''] = ['DROP VIEW', 'DROP TABLE'].map(
  (start) => new RegExp(`\`\`\`sql\n(${start} [^\`]+)\`\`\``).exec(databasePage)?.[1],
);

function newPath(): string {
  return join(temporaryFolder(), 'checkout.db');
}

describe('the file of SqliteStore', () => {
  it('is for its owner alone, even if it was not', async () => {
    const path = newPath();
    await open(path).close();
    chmodSync(path, 0o644);

    await open(path).check();

    const modes = [path, `${path}-wal`].map((file) => statSync(file).mode % 0o1000);
    expect(modes).toEqual([0o600, 0o600]);
  });

  it('is for one process at a time', async () => {
    const path = newPath();
    const first = open(path);

    const fault = new StoreError('DATABASE_URL names a file that another process uses');
    expect(() => open(path)).toThrow(fault);
    await first.close();
    await expect(open(path).check()).resolves.toBeUndefined();
  });

  it('keeps every commit through a power cut: WAL, each commit on disk', () => {
    const path = newPath();

    using(path, (database) => {
      prepareSqlite(database, path);

      expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
      expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    });
  });

  it.each([
    ['a newer version', 'PRAGMA user_version = 1000', newerVersion],
    ['no version', 'PRAGMA user_version = 0', foreign],
    ['another program', 'PRAGMA application_id = 7', foreign],
  ])('is refused when it is of %s', async (_, pragma, error) => {
    const path = newPath();
    await open(path).close();
    using(path, (database) => database.exec(pragma));

    expect(() => open(path)).toThrow(error);
  });

  it('of version 1 keeps its attempts, and gets the indexes of what waits', async () => {
    const path = newPath();
    const first = open(path);
    const {
      card: _1,
      outcomeAt: _2,
      decidedBy: _3,
      ...attempt
    } = await attemptOn(waysTo.unknown, first);
    await first.close();
    using(path, (database) =>
      database.exec(`
        ${backToVersion8}
        ${backToVersion6}
        DROP INDEX attempts_by_change;
        DROP INDEX messages_of_attempt;
        ALTER TABLE messages DROP COLUMN attempt_id;
        ALTER TABLE attempts DROP COLUMN outcome_at;
        ALTER TABLE attempts DROP COLUMN card_brand;
        ALTER TABLE attempts DROP COLUMN card_last4;
        ALTER TABLE attempts DROP COLUMN card_kind;
        DROP INDEX attempts_unsettled;
        DROP INDEX tries_accepted;
        ALTER TABLE tries DROP COLUMN postback_at;
        ALTER TABLE attempts DROP COLUMN installments;
        ALTER TABLE attempts DROP COLUMN order_signed_at;
        PRAGMA user_version = 1;
      `),
    );

    const migrated = open(path);
    expect(await migrated.find(attempt.id)).toEqual(attempt);
    await migrated.close();

    using(path, (database) => {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${statements.backlog}`).all();
      const steps = plan.map(({ detail }) => String(detail)).filter((step) => /USING/.test(step));
      expect(steps).toEqual([
        expect.stringContaining('COVERING INDEX attempts_unsettled'),
        expect.stringContaining('COVERING INDEX attempts_unsettled'),
        expect.stringContaining('COVERING INDEX messages_due'),
        expect.stringContaining('COVERING INDEX messages_due'),
        expect.stringContaining('COVERING INDEX messages_due'),
      ]);
    });
  });

  it('of version 8 pays on, and goes back with all that was paid since', async () => {
    const path = newPath();
    const ways = [waysTo.approved, waysTo.waiting, waysTo.unknown, [...waysTo.waiting, started(2)]];
    const first = open(path);
    const attempts: Attempt[] = [];
    for (const way of ways) attempts.push(await attemptOn(way, first));
    const stepsOf = async (store: Store) =>
      Promise.all(attempts.map(async ({ orderId }) => store.listEvents(orderId)));
    const [steps, delays] = [await stepsOf(first), await first.postbackDelays(0)];
    await first.close();

    using(path, (database) => database.exec(backToVersion8));
    using(path, (database) => {
      const count = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get();
      expect([count('tries'), count('events')]).toEqual([{ n: 5 }, { n: steps.flat().length }]);
    });
    const again = open(path);

    expect(await Promise.all(attempts.map(async ({ id }) => again.find(id)))).toEqual(attempts);
    expect(await stepsOf(again)).toEqual(steps);
    expect(await again.postbackDelays(0)).toEqual(delays);
    for (const [index, attempt] of attempts.entries()) {
      const posted = { claim: 'charged', transactionId: `pay_${index}` } as const;
      const told = await again.recordPostback(addressOf(attempt), posted);
      const stored = await again.find(attempt.id);
      expect(stored).toEqual(told?.attempt);
      expect(stored?.tries[0]).toMatchObject({
        postback: 'charged',
        transactionId: `pay_${index}`,
      });
    }
    expect((await stepsOf(again)).map((each) => each.at(-1)?.kind)).toEqual(
      ways.map(() => 'postback'),
    );
  });

  it.each([
    ['attemptById', statements.attemptById],
    ['attemptsOfOrder', statements.attemptsOfOrder],
    ['attemptsOfOldOrder', statements.attemptsOfOldOrder],
    ['attemptsToReserve', statements.attemptsToReserve],
    ['attemptsBesideAttempt', statements.attemptsBesideAttempt],
    ['changedOrders', statements.changedOrders],
  ])('reads no whole table for %s', async (_, sql) => {
    const path = newPath();
    await open(path).close();

    using(path, (database) => {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      const steps = plan.map(({ detail }) => String(detail));
      expect(steps.filter((step) => /^(SCAN (?!latest)|MATERIALIZE attempts)/.test(step))).toEqual(
        [],
      );
    });
  });

  it('finds what an operator asks for by an index', async () => {
    const path = newPath();
    await open(path).close();

    using(path, (database) => {
      const planOf = (sql: string) =>
        JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
      expect(planOf(attemptsByStatus(['unknown']))).toContain('INDEX attempts_unsettled');
      expect(planOf(attemptsByStatus(['approved']))).toContain('INDEX attempts_by_change');
      expect(planOf(eventsOfOrder)).toContain('INDEX events_of_attempt');
      expect(planOf(acceptedTries)).toContain('INDEX attempts_accepted');
      expect(planOf(outcomesByHour)).toContain('INDEX attempts_by_change');
      expect(planOf(alarms({ onlyOpen: true, limit: 1 })[0])).toContain('INDEX alarms_open');
    });
  });

  it('is refused when another program has tables in it', () => {
    const path = newPath();
    using(path, (database) => database.exec('CREATE TABLE wallpapers (id INTEGER)'));

    expect(() => open(path)).toThrow(foreign);
    using(path, (database) => {
      expect(database.prepare('SELECT name FROM sqlite_schema').all()).toHaveLength(1);
    });
  });

  it('is refused, and left as it is, when it is not a database', () => {
    const path = newPath();
    const text = 'a shopping list, '.repeat(100);
    writeFileSync(path, text);

    expect(() => open(path)).toThrow(foreign);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is refused when it cannot be made', () => {
    const path = join(temporaryFolder(), 'missing', 'checkout.db');

    const fault = new StoreError('DATABASE_URL must name a file that can be made and written');
    expect(() => open(path)).toThrow(fault);
  });
});
