import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Contestant } from './contestants.ts';
import { load, type Load } from './load.ts';
import { usageOf, type ProcessUsage } from './process-usage.ts';
import type { Bench } from './rounds.ts';
import { startContestant, startUpstream, type RunningContestant } from './running-contestant.ts';
import { median } from './statistics.ts';

/** What a long run of payments did to the durable proxy. */
export interface Soak extends Load {
  payments: number;
  /** Resident memory when this share of the payments was answered. */
  rssMbAt: (share: number) => number;
  /** The peak that the system saw; absent where there is no `/proc`. */
  peakRssMb: number | undefined;
  /** The database with its write-ahead log, while the proxy still runs. */
  databaseMb: number;
}

/** The memory at one moment. */
interface Sample {
  answered: number;
  rssMb: number;
}

const connections = 32;
const sampleEveryMs = 2000;

/** Pays many orders at once on one proxy and looks at its memory every 2 s. */
export async function soakDurable(durable: Contestant, payments: number, bench: Bench) {
  const upstream = await startUpstream(0);
  const running = await startContestant(durable, upstream.url, bench.workspace);
  try {
    return await soak(running, payments, bench);
  } finally {
    await Promise.all([upstream.stop(), running.stop()]);
  }
}

async function soak(running: RunningContestant, payments: number, bench: Bench): Promise<Soak> {
  const { samples, ...measured } = await loadAndSample(running, payments, bench);
  return {
    ...measured,
    payments,
    rssMbAt: (share) => memoryAround(share, payments, samples),
    peakRssMb: memoryOf(running)?.peakRssMb,
    databaseMb: sizeMbOf(running.folder),
  };
}

async function loadAndSample(running: RunningContestant, payments: number, { progress }: Bench) {
  const samples: Sample[] = [];
  let answered = 0;
  const sample = () => {
    const memory = memoryOf(running);
    if (memory) samples.push({ answered, rssMb: memory.rssMb });
    progress(`  soak: ${answered} of ${payments}, ${memory?.rssMb.toFixed(0) ?? 'n/a'} MB`);
  };
  const timer = setInterval(sample, sampleEveryMs);
  try {
    const onAnswer = () => void answered++;
    const measured = await load({ url: running.url, connections, payments, onAnswer });
    sample();
    return { ...measured, samples };
  } finally {
    clearInterval(timer);
  }
}

function memoryOf({ pid }: RunningContestant): ProcessUsage | undefined {
  return pid === undefined ? undefined : usageOf(pid);
}

/** Takes the median of what lies within 5 %, or the nearest: the heap goes up and down. */
function memoryAround(share: number, payments: number, samples: readonly Sample[]): number {
  const distance = ({ answered }: Sample) => Math.abs(answered / payments - share);
  const [nearest, ...others] = samples.toSorted((a, b) => distance(a) - distance(b));
  if (!nearest) return Number.NaN;
  const around = [nearest, ...others.filter((sample) => distance(sample) <= 0.05)];
  return median(around.map(({ rssMb }) => rssMb));
}

function sizeMbOf(folder: string): number {
  const sizes = readdirSync(folder).map((file) => statSync(join(folder, file)).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}
