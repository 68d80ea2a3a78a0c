import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCampaign, type CampaignResult } from './campaign.ts';
import { EveryStep } from './deaths.ts';
import { printed } from './figures.ts';
import { postgresStores } from './postgres-server.ts';
import { sqliteStore } from './sqlite-file.ts';
import { steps } from './steps.ts';

/** What PostgreSQL's instances come to only when the lease of a dead one is over. */
const stepsAfterLease = /interrupted|overdue/;

const timeoutMs = 180_000;
let postgres: Awaited<ReturnType<typeof postgresStores>>;
let onSqlite: CampaignResult;
let onPostgres: CampaignResult;

beforeAll(async () => {
  postgres = await postgresStores();
  const wanted = steps.filter((step) => !stepsAfterLease.test(step));
  const seed = 'short run';
  const sqliteRun = runCampaign({
    seed,
    lanes: 1,
    createStore: sqliteStore,
    createDeaths: () => new EveryStep(),
  });
  const postgresRun = runCampaign({
    seed,
    lanes: 1,
    createStore: postgres.createStore,
    createDeaths: () => new EveryStep(wanted),
  });
  [onSqlite, onPostgres] = await Promise.all([sqliteRun, postgresRun]);
}, timeoutMs);

afterAll(async () => postgres.stop());

it('loses and doubles no payment on SQLite, whichever step the proxy is killed at', () => {
  const { figures, violations, folder } = onSqlite;
  process.stdout.write(`\nSQLite\n${printed(figures)}\n`);

  expect(violations, folder).toEqual([]);
  expect([...figures.killsByStep.keys()]).toEqual(expect.arrayContaining([...steps]));
});

it('loses and doubles no payment on PostgreSQL, whichever of two instances is killed', () => {
  const { figures, violations, folder } = onPostgres;
  process.stdout.write(`\nPostgreSQL, two instances\n${printed(figures)}\n`);

  expect(violations, folder).toEqual([]);
  const wanted = steps.filter((step) => !stepsAfterLease.test(step));
  expect([...figures.killsByStep.keys()]).toEqual(expect.arrayContaining(wanted));
});
