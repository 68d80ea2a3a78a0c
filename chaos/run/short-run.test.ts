import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCampaign, type CampaignResult } from './campaign.ts';
import { EveryStep } from './deaths.ts';
import { printed } from './figures.ts';
import { postgresStores } from './postgres-server.ts';
import { sqliteStore } from './sqlite-file.ts';
import { steps, type Step } from './steps.ts';

/** The steps that PostgreSQL and its driver have a part in, as far as no lease has to end first. */
const postgresSteps: readonly Step[] = [
  'before_commit_begun',
  'after_commit_begun',
  'after_request_to_service',
  'before_reading_service_answer',
  'before_commit_try_ended',
  'after_commit_try_ended',
  'before_commit_try_started',
  'after_commit_try_started',
  'before_answer_to_browser',
  'before_commit_postback',
  'after_commit_postback',
  'after_commit_message_taken',
  'after_webhook',
];

const timeoutMs = 300_000;
let postgres: Awaited<ReturnType<typeof postgresStores>>;
let onSqlite: CampaignResult;
let onPostgres: CampaignResult;

beforeAll(async () => {
  postgres = await postgresStores();
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
    createDeaths: () => new EveryStep(postgresSteps),
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
  expect([...figures.killsByStep.keys()]).toEqual(expect.arrayContaining([...postgresSteps]));
});
