import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '@card-checkout/testing/postgres';
import { contestants, startService, type Contestant } from './contestants.ts';
import { load, type Load } from './load.ts';
import { describeMachine, usageOf } from './machine.ts';
import { figureTable, print, type Column } from './report.ts';

interface Figures extends Load {
  cpuMicrosAPayment: number;
  peakRssMb: number;
}

/** The same beside the others of that round: rounds differ more than contestants. */
interface Round extends Figures {
  timesHttpProxy: number;
  timesDirect: number;
  addedMs: number;
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

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    warmup: { type: 'string', default: '20' },
  },
});
const rounds = options.quick ? 5 : Number(options.rounds);
const seconds = options.quick ? 3 : Number(options.seconds);
const warmup = options.quick ? 5 : Number(options.warmup);

/** Many buyers with a service that answers at once, one buyer alone, and many with a slow service. */
const many = { connections: 32, delayMs: 0 };
const settings = [
  many,
  { connections: 1, delayMs: 0 },
  { connections: 64, delayMs: 50 },
  { connections: 64, delayMs: 200 },
];

print(describeMachine('packages/proxy/dist/server.js'));
const service = await startService();
const postgres = await startPostgres();
const running = new Map<string, Contestant[]>();
for (const [name, start] of Object.entries(contestants)) {
  running.set(name, await start(service, postgres));
}
for (const processes of running.values()) await load(urlsOf(processes), many.connections, warmup);
for (const setting of options.quick ? [many] : settings) {
  await fetch(`${service.url}/delay/${setting.delayMs}`);
  const result = await measure(setting.connections);
  print(`### ${setting.connections} connections, the service answers after ${setting.delayMs} ms`);
  print(figureTable('contestant', result, columns));
}
await Promise.all([...running.values()].flat().map(async ({ stop }) => stop()));
await postgres.stop();

/** Measures the contestants in turn, round by round, so that a slow minute of the machine hits all. */
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
  // Reopens connections that idled, and lets the work of the others end.
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
  const { perSecond, p50Ms } = figures;
  const { perSecond: directly = Number.NaN, p50Ms: directMs = Number.NaN } =
    round.get('direct') ?? {};
  return {
    ...figures,
    timesHttpProxy: perSecond / (round.get('http-proxy')?.perSecond ?? Number.NaN),
    timesDirect: perSecond / directly,
    addedMs: p50Ms - directMs,
  };
}
