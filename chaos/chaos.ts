import { parseArgs } from 'node:util';
import { runCampaign } from './run/campaign.ts';
import { RandomDeaths } from './run/deaths.ts';
import { printed } from './run/figures.ts';
import { postgresStores } from './run/postgres-server.ts';
import { sqliteStore } from './run/sqlite-file.ts';

/** Kills the proxy as often as `--kills` says, and ends with 1 when an invariant does not hold. */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now()) },
    store: { type: 'string', default: 'sqlite' },
  },
});
const { kills, lanes, seed, store } = values;
const killsOfLane = Math.ceil(Number(kills) / Number(lanes));
const isPostgres = store === 'postgres';
const { createStore, stop } = isPostgres
  ? await postgresStores()
  : { createStore: sqliteStore, stop: async () => undefined };

process.stdout.write(`${store}, seed ${seed}\n`);
const { figures, violations, folder } = await runCampaign({
  seed,
  lanes: Number(lanes),
  createStore,
  createDeaths: (random, laneStore) => new RandomDeaths(random, killsOfLane, laneStore),
  progress: (killed) => {
    if (killed % 50 === 0) process.stdout.write(`${killed} kills\n`);
  },
});
await stop();

process.stdout.write(`${printed(figures)}\n`);
for (const { invariant, orderId, fault } of violations.slice(0, 50)) {
  process.stdout.write(`${invariant}  ${fault}${orderId ? ` (${orderId})` : ''}\n`);
}
if (violations.length > 0) {
  process.stdout.write(`${violations.length} violations; seed ${seed}, evidence in ${folder}\n`);
  process.exitCode = 1;
}
