import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '@card-checkout/testing/postgres';
import { compareWith } from './against.ts';
import { contestants, startPaymentsApi, type Contestant } from './contestants.ts';
import { load, type Load } from './load.ts';
import { describeMachine, usageOf } from './machine.ts';
import { figureTable, goalTable, print, type Column } from './report.ts';

interface Figures extends Load {
  cpuMicrosAPayment: number;
  peakRssMb: number;
}

/** Relative to the round's other contestants: rounds vary more than contestants. */
interface Round extends Figures {
  timesHttpProxy: number;
  timesDirect: number;
  addedMs: number;
  timesDbos: number;
  cpuTimesFloor: number;
}

type Rounds = ReadonlyMap<string, Round[]>;

const columns: readonly Column<Round>[] = [
  ['payments/s', (round) => round.perSecond],
  ['× http-proxy', (round) => round.timesHttpProxy, 2],
  ['× direct', (round) => round.timesDirect, 2],
  ['CPU µs a payment', (round) => round.cpuMicrosAPayment],
  ['p50 ms', (round) => round.p50Ms, 2],
  ['ms added', (round) => round.addedMs, 2],
  ['p99 ms', (round) => round.p99Ms, 1],
  ['peak RSS MB', (round) => round.peakRssMb],
  ["generator's CPU", (round) => round.generatorCpu, 2],
  ['failed', (round) => round.failures],
];

const { quick, ...options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string' },
    warmup: { type: 'string' },
    against: { type: 'string' },
  },
}).values;
const rounds = Number(options.rounds);
const seconds = Number(options.seconds ?? (quick ? 2 : 10));
const warmup = Number(options.warmup ?? (quick ? 5 : 20));

/** Many buyers with an instant API, a single buyer, and many buyers with a slow API. */
const many = { connections: 32, delayMs: 0 };
const alone = { connections: 1, delayMs: 0 };
const settings = [many, alone, { connections: 64, delayMs: 50 }, { connections: 64, delayMs: 200 }];

print(describeMachine('packages/proxy/dist/server.js'));
const postgres = await startPostgres();
if (options.against !== undefined) {
  await compareWith(options.against, postgres, { rounds, seconds, warmup });
  await postgres.stop();
  process.exit();
}
const api = await startPaymentsApi();
const running = new Map<string, Contestant[]>();
for (const [name, start] of Object.entries(contestants)) {
  running.set(name, await start(api, postgres));
}
for (const processes of running.values()) await load(urlsOf(processes), many.connections, warmup);
const results = new Map<typeof many, Rounds>();
for (const setting of quick ? [many, alone] : settings) {
  await fetch(`${api.url}/delay/${setting.delayMs}`);
  const result = await measure(setting.connections);
  results.set(setting, result);
  print(`### ${setting.connections} connections, the API answers after ${setting.delayMs} ms`);
  print(figureTable('contestant', result, columns));
}
print('### The goals');
const manyBuyers = results.get(many);
const ours = manyBuyers?.get('ours') ?? [];
const oursPostgres = manyBuyers?.get('ours, PostgreSQL') ?? [];
const sqliteAlone = results.get(alone)?.get('ours') ?? [];
const postgresAlone = results.get(alone)?.get('ours, PostgreSQL') ?? [];
print(
  goalTable([
    ['SQLite, × http-proxy', ours.map((round) => round.timesHttpProxy), '≥ 0.4', 2],
    ['SQLite, CPU ÷ the floor', ours.map((round) => round.cpuTimesFloor), '≤ 1.9', 2],
    ['SQLite, ms added alone', sqliteAlone.map((round) => round.addedMs), '≤ 1.0', 2],
    ['PostgreSQL, ms added alone', postgresAlone.map((round) => round.addedMs), '≤ 1.4', 2],
    ['PostgreSQL ÷ DBOS', oursPostgres.map((round) => round.timesDbos), '≥ 6', 2],
    ['SQLite, peak RSS MB', ours.map((round) => round.peakRssMb), '≤ 190'],
    ['PostgreSQL, peak RSS MB', oursPostgres.map((round) => round.peakRssMb), '≤ 190'],
  ]),
);
await Promise.all([...running.values()].flat().map(async ({ stop }) => stop()));
await postgres.stop();

/** Measures the contestants in turn, round by round, so that a slow minute affects all of them. */
async function measure(connections: number): Promise<Rounds> {
  const result = new Map([...running.keys()].map((name) => [name, new Array<Round>()]));
  for (let number = 1; number <= rounds; number += 1) {
    process.stderr.write(`round ${number}\n`);
    const round = new Map<string, Figures>();
    for (const [name, contestant] of running) {
      round.set(name, await runRound(contestant, connections));
    }
    for (const [name, figures] of round) result.get(name)?.push(compared(figures, round));
  }
  return result;
}

async function runRound(processes: Contestant[], connections: number): Promise<Figures> {
  const urls = urlsOf(processes);
  // Reopens idle connections and waits for the other contestants' work to finish.
  await load(urls, connections, 1);
  await pause(200);
  const usages = () => processes.map(({ pid }) => usageOf(pid));
  const cpuSeconds = () => usages().reduce((sum, usage) => sum + usage.cpuSeconds, 0);
  const before = cpuSeconds();
  const loaded = await load(urls, connections, seconds);
  const cpuMicros = (cpuSeconds() - before) * 1e6;
  const peakRssMb = Math.max(...usages().map((usage) => usage.peakRssMb));
  return { ...loaded, peakRssMb, cpuMicrosAPayment: cpuMicros / loaded.payments };
}

function urlsOf(processes: readonly Contestant[]): string[] {
  return processes.map(({ url }) => url);
}

function compared(figures: Figures, round: ReadonlyMap<string, Figures>): Round {
  const { perSecond, p50Ms, cpuMicrosAPayment } = figures;
  const other = (name: string, read: (figures: Figures) => number) => {
    const found = round.get(name);
    return found ? read(found) : Number.NaN;
  };
  const perSecondOf = (name: string) => other(name, (found) => found.perSecond);
  return {
    ...figures,
    timesHttpProxy: perSecond / perSecondOf('http-proxy'),
    timesDirect: perSecond / perSecondOf('direct'),
    timesDbos: perSecond / perSecondOf('DBOS, PostgreSQL'),
    addedMs: p50Ms - other('direct', (found) => found.p50Ms),
    cpuTimesFloor: cpuMicrosAPayment / other('floor', (found) => found.cpuMicrosAPayment),
  };
}
