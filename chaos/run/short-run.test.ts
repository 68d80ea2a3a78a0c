import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { runCampaign } from './campaign.ts';
import type { KillPlan } from './kill-plan.ts';
import type { Step } from './steps.ts';
import { sqliteStores, startPostgresStores, type Stores } from './stores.ts';

/**
 * One step for each state that a kill can leave on disk, at the API and in the browser:
 * `before_first_byte_to_service` leaves the same as `after_commit_begun`. The long campaign covers
 * every step on both stores.
 */
const onSqlite: Step[] = [
  'before_commit_begun',
  'after_commit_begun',
  'after_request_to_service',
  'before_commit_try_ended',
  'after_commit_try_ended',
  'after_commit_try_started',
  'after_answer_to_browser',
  'after_commit_given_up',
  'after_commit_interrupted',
  'after_commit_postback',
  'after_commit_overdue',
  'after_commit_closed',
];
const onPostgres: Step[] = [
  'after_request_to_service',
  'after_commit_try_ended',
  'after_commit_message_taken',
  'after_webhook',
  'after_commit_message_put_off',
  'after_commit_message_removed',
];

it.concurrent('neither loses nor doubles a payment on SQLite, at any step', async () => {
  await killAtEach(onSqlite, sqliteStores);
});

it.concurrent('neither loses nor doubles a payment on PostgreSQL, with two instances', async () => {
  await killAtEach(onPostgres, await startPostgresStores());
});

async function killAtEach(wanted: readonly Step[], stores: Stores): Promise<void> {
  const createPlan = () => everyStep(wanted);
  const run = await runCampaign({ seed: 'short run', stores, createPlan });
  await stores.stop();
  process.stdout.write(`\n${inspect(run.figures)}\n`);

  expect(run.violations, run.folder).toEqual([]);
  expect(Object.keys(run.figures.ends)).toEqual(expect.arrayContaining([...wanted]));
}

/** Time for a process to reach its step in a short run. */
const patientLimitMs = 6000;
const maxAttempts = 4;

/** Kills one process at each step; repeats missed steps. */
function everyStep(wanted: readonly Step[]): KillPlan {
  const left = [...wanted];
  const payments = new Map<Step, number>();
  return {
    next: () => {
      const step = left.shift();
      return step && { step, signal: 'SIGKILL', afterMs: patientLimitMs };
    },
    missed: ({ step }) => {
      const made = (step && payments.get(step)) ?? 1;
      if (!step || made >= maxAttempts) return;
      payments.set(step, made + 1);
      left.push(step);
    },
  };
}
