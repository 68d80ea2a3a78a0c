import { existsSync } from 'node:fs';
import { inspect, parseArgs } from 'node:util';
import { runCampaign } from './run/campaign.ts';
import { randomKills } from './run/kill-plan.ts';
import { sqliteStores, startPostgresStores } from './run/stores.ts';
import { walk } from './walk/walk.ts';
import { worlds, type World } from './walk/world.ts';

/** About 2 GB of memory. */
const maxStates = 1_000_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Explores every state of the worlds named by `--walk` and kills the proxy `--kills` times. Exits
 * with 1 if an invariant is violated.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now()) },
    store: { type: 'string', default: 'sqlite' },
    walk: { type: 'string', default: 'two2,two2silent,two3' },
  },
});
if (!existsSync(new URL('../packages/proxy/dist/widget', import.meta.url))) {
  throw new Error('The proxy serves the built widget: run `npx -y pnpm@12 build` first.');
}
const { seed, store } = values;
for (const name of values.walk.split(',').filter((each) => each !== '')) {
  const world = new Map(Object.entries<World>(worlds)).get(name);
  if (!world) throw new Error(`Unknown world '${name}'; known: ${Object.keys(worlds).join(', ')}`);
  const { states, steps, isWhole, faults } = walk(world, maxStates);
  print(`${name}: ${isWhole ? 'all' : 'the first'} ${states} states, ${steps} steps`);
  for (const { invariant, way, times } of faults)
    print(`  violated: ${invariant} (${times} times): ${way}`);
  if (faults.length > 0) process.exitCode = 1;
}
const lanes = Number(values.lanes);
const killsOfLane = Math.ceil(Number(values.kills) / lanes);
const stores =
  store === 'postgres' ? await startPostgresStores({ isPartitioned: true }) : sqliteStores;

print(`${store}, seed ${seed}`);
const { figures, violations, folder } = await runCampaign({
  seed,
  lanes,
  stores,
  createPlan: (random, laneStore) => randomKills(random, killsOfLane, laneStore),
  onProgress: (ends) => {
    if (ends % 50 === 0) print(`${ends} processes have ended`);
  },
});
await stores.stop();

print(inspect(figures));
for (const { invariant, fault } of violations.slice(0, 50)) print(`${invariant}  ${fault}`);
if (violations.length > 0) {
  print(`${violations.length} violations; seed ${seed}, evidence in ${folder}`);
  process.exitCode = 1;
}
