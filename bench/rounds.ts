import type { Contestant } from './contestants.ts';
import { load, type Load } from './load.ts';
import type { Options, Setting } from './options.ts';
import { usageOf, type ProcessUsage } from './process-usage.ts';
import { startContestant, startUpstream, type RunningContestant } from './running-contestant.ts';

/** What all measurements of a run share. */
export interface Bench extends Options {
  /** A folder on the disk that is measured. */
  workspace: string;
  progress: (line: string) => void;
}

/** What one contestant did in one round. */
export interface Round extends Load {
  /** Of the contestant's process, right after the load; absent for `direct` and beyond Linux. */
  memory: Pick<ProcessUsage, 'rssMb' | 'peakRssMb'> | undefined;
  /** Shares of one core that the contestant used. */
  proxyCpu: number | undefined;
}

/** All that the contestants did under one load, round by round. */
export interface Comparison {
  setting: Setting;
  rounds: ReadonlyMap<Contestant['name'], readonly Round[]>;
}

/** Has V8 compile what is hot; one buyer alone would take minutes. */
const warmupConnections = 32;

/** Opens the connections again that idled while the others were measured. */
const reconnectSeconds = 1;

/** Measures everybody in turn, and then again, so that a bad minute of the machine hits all. */
export async function compare(
  contestants: readonly Contestant[],
  setting: Setting,
  bench: Bench,
): Promise<Comparison> {
  const upstream = await startUpstream(setting.delayMs);
  const running: RunningContestant[] = [];
  try {
    for (const contestant of contestants) {
      const started = await startContestant(contestant, upstream.url, bench.workspace);
      running.push(started);
      await warmUp(started, setting, bench);
    }
    return { setting, rounds: await runRounds(running, setting, bench) };
  } finally {
    await Promise.all([upstream, ...running].map((server) => server.stop()));
  }
}

async function warmUp(
  { name, url }: RunningContestant,
  { connections }: Setting,
  { warmupSeconds, progress }: Bench,
): Promise<void> {
  if (warmupSeconds === 0) return;
  progress(`  warm-up ${name}`);
  await load({
    url,
    connections: Math.max(connections, warmupConnections),
    seconds: warmupSeconds,
  });
}

async function runRounds(
  running: readonly RunningContestant[],
  setting: Setting,
  bench: Bench,
): Promise<Comparison['rounds']> {
  const rounds = new Map(running.map(({ name }) => [name, new Array<Round>()]));
  for (let number = 1; number <= bench.rounds; number++) {
    for (const contestant of running) {
      const round = await runRound(contestant, setting, bench.seconds);
      rounds.get(contestant.name)?.push(round);
      bench.progress(`  round ${number} ${contestant.name}: ${summary(round)}`);
    }
  }
  return rounds;
}

async function runRound(
  { url, pid }: RunningContestant,
  { connections }: Setting,
  seconds: number,
): Promise<Round> {
  await load({ url, connections, seconds: reconnectSeconds });
  const before = pid === undefined ? undefined : usageOf(pid);
  const startedAt = performance.now();
  const measured = await load({ url, connections, seconds });
  const after = pid === undefined ? undefined : usageOf(pid);
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const proxyCpu = before && after && (after.cpuSeconds - before.cpuSeconds) / elapsedSeconds;
  return { ...measured, memory: after, proxyCpu };
}

function summary({ requestsPerSecond, p50Ms, failures }: Round): string {
  const failed = failures > 0 ? `, ${failures} failed` : '';
  return `${Math.round(requestsPerSecond)}/s, p50 ${p50Ms.toFixed(2)} ms${failed}`;
}
