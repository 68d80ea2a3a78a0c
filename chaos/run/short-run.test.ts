import { expect, it } from 'vitest';
import { runCampaign } from './campaign.ts';
import { printed } from './figures.ts';
import { everyStep } from './kill-plan.ts';
import { steps, type Step } from './steps.ts';
import { sqliteStores, startPostgresStores, type Stores } from './stores.ts';

/** The long campaign kills at every step on both stores; here, each store has its share. */
const isOfOutbox = (step: Step) => /message|webhook/.test(step);
const onSqlite = steps.filter((step) => !isOfOutbox(step));
const onPostgres: Step[] = [
  ...steps.filter(isOfOutbox),
  'after_commit_begun',
  'after_commit_try_started',
  'after_request_to_service',
  'before_commit_try_ended',
];

it.concurrent('loses and doubles no payment on SQLite, at each step of a payment', async () => {
  await killAtEach(onSqlite, sqliteStores);
});

it.concurrent('loses and doubles no payment on PostgreSQL, with two instances', async () => {
  await killAtEach(onPostgres, await startPostgresStores());
});

async function killAtEach(wanted: readonly Step[], stores: Stores): Promise<void> {
  const createPlan = () => everyStep(wanted);
  const run = await runCampaign({ seed: 'short run', stores, createPlan });
  await stores.stop();
  process.stdout.write(`\n${printed(run.figures)}\n`);

  expect(run.violations, run.folder).toEqual([]);
  expect(Object.keys(run.figures.ends)).toEqual(expect.arrayContaining([...wanted]));
}
