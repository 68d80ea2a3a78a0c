import { setTimeout as pause } from 'node:timers/promises';
import { option, optionsOf } from './command-line.ts';
import {
  contestantNames,
  startContestant,
  startService,
  type Contestant,
  type ContestantName,
} from './contestants.ts';
import { installRivals } from './install-rivals.ts';
import { load, type Load } from './load.ts';
import { describeMachine, usageOf } from './machine.ts';
import { figureTable, goalTable, median, print, quantile, type Column } from './report.ts';

/** One contestant in one round. */
interface Round extends Load {
  cpuMicrosAPayment: number;
  peakRssMb: number;
}

type Rounds = ReadonlyMap<ContestantName, Round[]>;

const columns: readonly Column<Round>[] = [
  ['payments/s', (round) => round.perSecond],
  ['p50 ms', (round) => round.p50Ms, 2],
  ['p99 ms', (round) => round.p99Ms, 1],
  ['CPU µs a payment', (round) => round.cpuMicrosAPayment],
  ['peak RSS MB', (round) => round.peakRssMb],
  ["generator's CPU", (round) => round.generatorCpu, 2],
  ['failed', (round) => round.failures],
];
/** Many buyers with a service that answers at once, one buyer alone, and many with a slow service. */
const settings = [
  { connections: 32, delayMs: 0 },
  { connections: 1, delayMs: 0 },
  { connections: 64, delayMs: 50 },
];

const { only, rounds, seconds, warmup } = optionsOf('Measures the proxy beside others.', {
  only: option('service,http-proxy,durable', 'contestants; also: guarded'),
  rounds: option('5', 'rounds of every load'),
  seconds: option('10', 'how long each contestant is measured in each round'),
  warmup: option('20', 'seconds of load before the first round'),
});
const names = contestantNames.filter((name) => only.split(',').includes(name));
if (names.includes('http-proxy')) installRivals('proxies');
print(describeMachine('packages/proxy/dist/server.js'));
const measured: Rounds[] = [];
for (const setting of settings) {
  const result = await measure(setting);
  measured.push(result);
  print(`### ${setting.connections} connections, the service answers after ${setting.delayMs} ms`);
  print(figureTable('contestant', result, columns));
}
print(goals(measured));

/** Measures the contestants in turn, round by round, so that a slow minute of the machine hits all. */
async function measure({ connections, delayMs }: (typeof settings)[number]): Promise<Rounds> {
  const service = await startService(delayMs);
  const running = new Map<ContestantName, Contestant>();
  for (const name of names) {
    running.set(name, name === 'service' ? service : await startContestant(name, service.url));
  }
  const result = new Map(names.map((name) => [name, new Array<Round>()]));
  for (const { url } of running.values()) await load(url, connections, Number(warmup));
  for (let number = 1; number <= Number(rounds); number += 1) {
    process.stderr.write(`round ${number}\n`);
    for (const [name, contestant] of running) {
      result.get(name)?.push(await runRound(contestant, connections));
    }
  }
  await Promise.all([...running.values(), service].map(async ({ stop }) => stop()));
  return result;
}

async function runRound({ url, pid }: Contestant, connections: number): Promise<Round> {
  // Reopens connections that idled, and lets the work of the others end.
  await load(url, connections, 1);
  await pause(200);
  const before = usageOf(pid);
  const loaded = await load(url, connections, Number(seconds));
  const { cpuSeconds, peakRssMb } = usageOf(pid);
  const cpuMicros = (cpuSeconds - before.cpuSeconds) * 1e6;
  return { ...loaded, peakRssMb, cpuMicrosAPayment: cpuMicros / loaded.payments };
}

function goals([many, alone, slow]: readonly Rounds[]): string {
  const durable = measured.flatMap((result) => result.get('durable') ?? []);
  const peaks = durable.map(({ peakRssMb }) => peakRssMb);
  return goalTable([
    ['at least', 0.6, '× http-proxy, 32 at 0 ms', compare(many, 'durable', 'http-proxy', ratio)],
    ['at least', 0.95, '× durable if guarded', compare(many, 'guarded', 'durable', ratio)],
    ['at least', 0.98, '× the service, 64 at 50 ms', compare(slow, 'durable', 'service', ratio)],
    ['at most', 1, 'ms added to p50, 1 at 0 ms', compare(alone, 'durable', 'service', addedMs)],
    ['at most', 150, 'MB at the peak of any load', quantile(peaks, 1)],
  ]);
}

function ratio(ours: Round, theirs: Round): number {
  return ours.perSecond / theirs.perSecond;
}

function addedMs(ours: Round, theirs: Round): number {
  return ours.p50Ms - theirs.p50Ms;
}

/** Compares round by round; rounds differ more than contestants. One with a failed payment is left out. */
function compare(
  result: Rounds | undefined,
  ours: ContestantName,
  theirs: ContestantName,
  compareRounds: (ours: Round, theirs: Round) => number,
): number {
  const others = result?.get(theirs) ?? [];
  const values = (result?.get(ours) ?? []).flatMap((round, index) => {
    const other = others[index];
    return other && round.failures + other.failures === 0 ? [compareRounds(round, other)] : [];
  });
  return median(values);
}
