import { parseArgs } from 'node:util';
import { startPostgres } from '@card-checkout/testing/postgres';
import { Pool } from 'undici';
import { contestants, startPaymentsApi } from './contestants.ts';
import { load, newPayment, pay, payAtRate } from './load.ts';
import { describeMachine } from './machine.ts';
import { figureTable, goalTable, print, quantile, type Column } from './report.ts';

interface Round {
  /** Each payment's time; `NaN` if not approved. */
  tookMs: readonly number[];
  /** Times of payments sent directly to the API in the same round. */
  directMs: readonly number[];
}

const beyond = ({ tookMs, directMs }: Round, share: number) =>
  quantile(tookMs, share) - quantile(directMs, share);

const columns: readonly Column<Round>[] = [
  ['payments', ({ tookMs }) => tookMs.length],
  ['failed', ({ tookMs }) => tookMs.filter(Number.isNaN).length],
  ['p50 ms', ({ tookMs }) => quantile(tookMs, 0.5), 1],
  ['p99 ms', ({ tookMs }) => quantile(tookMs, 0.99), 1],
  ['p50 beyond direct', (round) => beyond(round, 0.5), 1],
  ['p99 beyond direct', (round) => beyond(round, 0.99), 1],
];

const options = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    delay: { type: 'string', default: '200' },
  },
}).values;

print(describeMachine('packages/proxy/dist/server.js'));
const api = await startPaymentsApi();
const postgres = await startPostgres();
const running = new Map<string, Pool>();
const stops = [postgres.stop];
const results = new Map<string, Round[]>();
for (const name of ['direct', 'floor', 'ours', 'ours, PostgreSQL']) {
  for (const { url, stop } of (await contestants[name]?.(api, postgres)) ?? []) {
    await load([url], 32, 5);
    running.set(name, new Pool(url, { connections: 256, pipelining: 1 }));
    results.set(name, []);
    stops.unshift(stop);
  }
}
await fetch(`${api.url}/delay/${options.delay}`);
for (let number = 1; number <= Number(options.rounds); number += 1) {
  process.stderr.write(`round ${number}\n`);
  const round = new Map<string, number[]>();
  for (const [name, pool] of running) {
    await buy(pool, 1);
    round.set(name, await buy(pool, Number(options.seconds)));
  }
  const directMs = round.get('direct') ?? [];
  for (const [name, tookMs] of round) results.get(name)?.push({ tookMs, directMs });
}
await Promise.all([...running.values()].map(async (pool) => pool.destroy()));
for (const stop of stops) await stop();

print(`### ${options.rate} payments a second, the API answers after ${options.delay} ms`);
print(figureTable('contestant', results, columns));
const oursBeyond = results.get('ours')?.map((round) => beyond(round, 0.99)) ?? [];
print(goalTable([['SQLite, p99 ms beyond direct', oursBeyond, '≤ 6', 1]]));

async function buy(pool: Pool, seconds: number): Promise<number[]> {
  return payAtRate(async () => pay(pool, await newPayment()), Number(options.rate), seconds);
}
