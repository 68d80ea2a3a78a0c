import type { ContestantName } from './contestants.ts';
import { goal, markdownTable, median, withRange } from './figures.ts';
import type { Load } from './load.ts';

/** What one contestant did in one round; the figures of its process are `NaN` where it has none. */
export interface Round extends Load {
  addedMs: number;
  cpuMicrosAPayment: number;
  cpuSeconds: number;
  rssMb: number;
  peakRssMb: number;
}

/** A load that every contestant gets. */
export interface Setting {
  connections: number;
  delayMs: number;
}

export type Rounds = ReadonlyMap<ContestantName, readonly Round[]>;

const columns: readonly [title: string, read: (round: Round) => number, decimals?: number][] = [
  ['payments/s', (round) => round.perSecond],
  ['p50 ms', (round) => round.p50Ms, 2],
  ['added ms', (round) => round.addedMs, 2],
  ['p99 ms', (round) => round.p99Ms, 2],
  ['CPU µs a payment', (round) => round.cpuMicrosAPayment],
  ['CPU s', (round) => round.cpuSeconds, 1],
  ['RSS MB', (round) => round.rssMb],
  ['peak MB', (round) => round.peakRssMb],
  ["generator's CPU", (round) => round.generatorCpu, 2],
];

/** Shows all contestants under one load. */
export function report({ connections, delayMs }: Setting, result: Rounds): string {
  const rows = [...result].map(([name, all]) => {
    const valid = all.filter(isValid);
    const figures = columns.map(([, read, decimals]) => withRange(valid.map(read), decimals));
    const failures = all.reduce((sum, round) => sum + round.failures, 0);
    return figures.toSpliced(0, 0, name).concat(String(failures));
  });
  const table = markdownTable(['contestant', ...columns.map(([title]) => title), 'failed'], rows);
  return `### ${connections} connections, the service answers after ${delayMs} ms\n\n${table}`;
}

/** Shows which promise is kept; takes the rounds by `connections/delayMs`. */
export function goals(measured: ReadonlyMap<string, Rounds>): string {
  const atLeast = (limit: number, what: string, setting: string, pair: Pair) => {
    const value = paired(measured.get(setting), pair, ratio);
    return goal(`at least ${limit} × ${what}`, value, value >= limit);
  };
  const added = paired(measured.get('1/0'), ['durable', 'service'], addedMs);
  const durable = [...measured.values()].flatMap((result) => result.get('durable') ?? []);
  const peak = durable.length > 0 ? Math.max(...durable.map(peakOf)) : Number.NaN;
  return markdownTable(
    ['promised', 'measured', ''],
    [
      atLeast(2, 'http-proxy, 32 connections, 0 ms', '32/0', ['durable', 'http-proxy']),
      atLeast(0.9, 'no-store, 32 connections, 0 ms', '32/0', ['durable', 'no-store']),
      atLeast(0.95, 'durable with every limit on', '32/0', ['guarded', 'durable']),
      atLeast(0.98, 'the service, 64 connections, 50 ms', '64/50', ['durable', 'service']),
      goal('at most 2 ms added to p50, 1 connection, 0 ms', added, added <= 2),
      goal('at most 150 MB at the peak of any load', peak, peak <= 150),
    ],
  );
}

type Pair = readonly [ours: ContestantName, theirs: ContestantName];

/** Compares round by round, since rounds differ more than contestants. */
function paired(
  result: Rounds | undefined,
  [ours, theirs]: Pair,
  compare: (ours: Round, theirs: Round) => number,
): number {
  const others = result?.get(theirs) ?? [];
  const values = (result?.get(ours) ?? []).flatMap((round, index) => {
    const other = others[index];
    return other && isValid(round) && isValid(other) ? [compare(round, other)] : [];
  });
  return median(values);
}

function ratio(one: Round, other: Round): number {
  return one.perSecond / other.perSecond;
}

function addedMs(one: Round, other: Round): number {
  return one.p50Ms - other.p50Ms;
}

function peakOf({ peakRssMb }: Round): number {
  return peakRssMb;
}

/** A payment that failed makes a round another load. */
function isValid({ failures, payments }: Round): boolean {
  return failures === 0 && payments > 0;
}
