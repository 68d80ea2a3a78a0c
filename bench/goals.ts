import type { Contestant } from './contestants.ts';
import type { Comparison, Round } from './rounds.ts';
import type { Soak } from './soak.ts';
import { median } from './statistics.ts';

/** One thing that we promise, and what became of it. */
export interface Goal {
  promise: string;
  /** Absent when this run did not measure it. */
  measured?: string | undefined;
  verdict: 'met' | 'MISSED' | 'not measured';
}

type Name = Contestant['name'];

/** How much more memory than half-way the end of a soak may take and still count as flat. */
const flatFactor = 1.1;

/** Holds what was measured against each promise. */
export function judge(comparisons: readonly Comparison[], soak: Soak | undefined): Goal[] {
  const [crowd, alone] = [32, 1].map((connections) => find(comparisons, connections, 0));
  const slow = find(comparisons, 64, 50);
  return [
    atLeast(2, '× http-proxy, 32 connections, 0 ms', paired(crowd, 'http-proxy', throughputRatio)),
    atLeast(0.9, '× no-store, 32 connections, 0 ms', paired(crowd, 'no-store', throughputRatio)),
    atLeast(
      0.95,
      '× durable with every limit on, 32 connections, 0 ms',
      paired(crowd, 'durable', throughputRatio, 'guarded'),
    ),
    atLeast(0.98, '× direct, 64 connections, 50 ms', paired(slow, 'direct', throughputRatio)),
    atMost(2, 'ms added to p50, 1 connection, 0 ms', paired(alone, 'direct', addedMs)),
    atMost(150, 'MB of memory at the peak of any load', peakOf(comparisons)),
    atMost(flatFactor, '× the memory of half-way at the end of the soak', growthOf(soak)),
  ];
}

function find(comparisons: readonly Comparison[], connections: number, delayMs: number) {
  return comparisons.find(
    ({ setting }) => setting.connections === connections && setting.delayMs === delayMs,
  );
}

/** Compares one of ours with another round by round, since rounds differ more than contestants. */
function paired(
  comparison: Comparison | undefined,
  other: Name,
  compareRounds: (ours: Round, theirs: Round) => number,
  ours: Name = 'durable',
): number | undefined {
  const theirs = roundsOf(comparison, other);
  const values = roundsOf(comparison, ours).flatMap((round, index) => {
    const opposite = theirs[index];
    return opposite && isValid(round) && isValid(opposite) ? [compareRounds(round, opposite)] : [];
  });
  return values.length > 0 ? median(values) : undefined;
}

function throughputRatio(ours: Round, theirs: Round): number {
  return ours.requestsPerSecond / theirs.requestsPerSecond;
}

function addedMs(ours: Round, theirs: Round): number {
  return ours.p50Ms - theirs.p50Ms;
}

function peakOf(comparisons: readonly Comparison[]): number | undefined {
  const rounds = comparisons.flatMap((comparison) => roundsOf(comparison, 'durable'));
  const peaks = rounds.flatMap(({ memory }) => (memory ? [memory.peakRssMb] : []));
  return peaks.length > 0 ? Math.max(...peaks) : undefined;
}

function growthOf(soak: Soak | undefined): number | undefined {
  if (!soak || soak.failures > 0) return undefined;
  const growth = soak.rssMbAt(1) / soak.rssMbAt(0.5);
  return Number.isNaN(growth) ? undefined : growth;
}

function roundsOf(comparison: Comparison | undefined, name: Name): readonly Round[] {
  return comparison?.rounds.get(name) ?? [];
}

/** Tells whether a round counts: one payment that failed makes it another load. */
export function isValid({ failures, requestsPerSecond }: Round): boolean {
  return failures === 0 && requestsPerSecond > 0;
}

function atLeast(limit: number, what: string, measured: number | undefined): Goal {
  return goal(`at least ${limit} ${what}`, measured, (value) => value >= limit);
}

/** Holds a figure against its upper limit. */
export function atMost(limit: number, what: string, measured: number | undefined): Goal {
  return goal(`at most ${limit} ${what}`, measured, (value) => value <= limit);
}

function goal(
  promise: string,
  measured: number | undefined,
  isMet: (value: number) => boolean,
): Goal {
  if (measured === undefined) return { promise, verdict: 'not measured' };
  return { promise, measured: measured.toFixed(2), verdict: isMet(measured) ? 'met' : 'MISSED' };
}
