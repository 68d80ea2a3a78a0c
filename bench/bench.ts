import { setTimeout as pause } from 'node:timers/promises';
import { flag, option, optionsOf } from './command-line.ts';
import {
  contestantNames,
  isInstalled,
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
  ['CPU µs a payment', (round) => round.cpuMicrosAPayment],
  ['p50 ms', (round) => round.p50Ms, 2],
  ['p99 ms', (round) => round.p99Ms, 1],
  ['peak RSS MB', (round) => round.peakRssMb],
  ["generator's CPU", (round) => round.generatorCpu, 2],
  ['failed', (round) => round.failures],
];

const options = optionsOf('Measures the proxy beside others.', {
  quick: flag('one load, in two minutes'),
  rounds: option('5', 'rounds of every load'),
  seconds: option('10', 'how long each contestant is measured in each round'),
  warmup: option('20', 'seconds of load before the first round'),
});
const rounds = options.quick ? 5 : Number(options.rounds);
const seconds = options.quick ? 3 : Number(options.seconds);
const warmup = options.quick ? 5 : Number(options.warmup);

/** Many buyers with a service that answers at once, one buyer alone, and many with a slow service. */
const many = { connections: 32, delayMs: 0 };
const alone = { connections: 1, delayMs: 0 };
const slow = { connections: 64, delayMs: 50 };
const slower = { connections: 64, delayMs: 200 };

const names = contestantNames.filter(isInstalled);
installRivals('proxies');
print(describeMachine('packages/proxy/dist/server.js'));
const measured = new Map<typeof many, Rounds>();
for (const setting of options.quick ? [many] : [many, alone, slow, slower]) {
  const result = await measure(setting);
  measured.set(setting, result);
  print(`### ${setting.connections} connections, the service answers after ${setting.delayMs} ms`);
  print(figureTable('contestant', result, columns));
}
print(goals());

/** Measures the contestants in turn, round by round, so that a slow minute of the machine hits all. */
async function measure({ connections, delayMs }: typeof many): Promise<Rounds> {
  const service = await startService(delayMs);
  const running = new Map<ContestantName, Contestant>();
  for (const name of names) {
    running.set(name, name === 'direct' ? service : await startContestant(name, service.url));
  }
  const result = new Map(names.map((name) => [name, new Array<Round>()]));
  for (const { url } of running.values()) await load(url, connections, warmup);
  for (let number = 1; number <= rounds; number += 1) {
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
  const loaded = await load(url, connections, seconds);
  const { cpuSeconds, peakRssMb } = usageOf(pid);
  const cpuMicros = (cpuSeconds - before.cpuSeconds) * 1e6;
  return { ...loaded, peakRssMb, cpuMicrosAPayment: cpuMicros / loaded.payments };
}

function goals(): string {
  const ours = [...measured.values()].flatMap((result) => result.get('ours') ?? []);
  const peaks = ours.map(({ peakRssMb }) => peakRssMb);
  return goalTable([
    ['at least', 0.8, '× http-proxy, 32 at 0 ms', compare(many, 'http-proxy', ratio)],
    ['at most', 1, 'ms added to p50, 1 at 0 ms', compare(alone, 'direct', addedMs)],
    ['at least', 0.98, '× the service, 64 at 50 ms', compare(slow, 'direct', ratio)],
    ['at least', 0.98, '× the service, 64 at 200 ms', compare(slower, 'direct', ratio)],
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
  setting: typeof many,
  theirs: ContestantName,
  compareRounds: (ours: Round, theirs: Round) => number,
): number {
  const result = measured.get(setting);
  const others = result?.get(theirs) ?? [];
  const values = (result?.get('ours') ?? []).flatMap((round, index) => {
    const other = others[index];
    return other && round.failures + other.failures === 0 ? [compareRounds(round, other)] : [];
  });
  return median(values);
}
