import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Postgres } from '@card-checkout/testing/postgres';
import { newFile, startPaymentsApi, startProxy, type Contestant } from './contestants.ts';
import { load } from './load.ts';
import { usageOf } from './machine.ts';
import { figureTable, print, type Column } from './report.ts';

interface Figures {
  perSecond: number;
  cpuMicros: number;
  p50AloneMs: number;
  peakRssMb: number;
  idleRssMb: number;
  startMs: number;
  failures: number;
}

const columns: readonly Column<Figures>[] = [
  ['payments/s', (round) => round.perSecond, 2],
  ['CPU a payment', (round) => round.cpuMicros, 2],
  ['p50 alone', (round) => round.p50AloneMs, 2],
  ['peak RSS', (round) => round.peakRssMb, 2],
  ['idle RSS', (round) => round.idleRssMb, 2],
  ['start', (round) => round.startMs, 2],
  ['failed', (round) => round.failures],
];

/**
 * Compares this build with the one in another clone: both run in turn, round by round, on both
 * databases. Prints the ratios, this one divided by the other.
 */
export async function compareWith(
  clone: string,
  postgres: Postgres,
  { rounds, seconds, warmup }: Record<'rounds' | 'seconds' | 'warmup', number>,
): Promise<void> {
  const api = await startPaymentsApi();
  const builds = ['..', resolve(clone)];
  for (const store of ['SQLite', 'PostgreSQL']) {
    const started: (readonly [
      Contestant,
      Omit<Figures, 'perSecond' | 'cpuMicros' | 'p50AloneMs'>,
    ])[] = [];
    for (const build of builds) {
      const database = store === 'SQLite' ? `sqlite:${newFile()}` : await postgres.createDatabase();
      const before = performance.now();
      const proxy = await startProxy(api.url, database, {}, build);
      await ready(proxy);
      const startMs = performance.now() - before;
      await pause(1000);
      const { rssMb } = usageOf(proxy.pid);
      started.push([proxy, { startMs, idleRssMb: rssMb, peakRssMb: 0, failures: 0 }]);
    }
    const figures: Figures[][] = builds.map(() => []);
    for (const [proxy] of started) await load([proxy.url], connections, warmup);
    for (let round = 1; round <= rounds; round += 1) {
      process.stderr.write(`${store}, round ${round}\n`);
      for (const [index, [proxy, constant]] of started.entries()) {
        figures[index]?.push({ ...constant, ...(await measure(proxy, seconds)) });
      }
    }
    const [own = [], other = []] = figures;
    print(`### ${store}`);
    print(
      figureTable(
        'build',
        [
          ['this', own],
          ['the other', other],
          ['ratio', own.map((round, index) => ratioOf(round, other[index] ?? round))],
        ],
        columns,
      ),
    );
    await Promise.all(started.map(async ([proxy]) => proxy.stop()));
  }
  await api.stop();
}

const connections = 32;

async function measure({ url, pid }: Contestant, seconds: number) {
  await load([url], connections, 0.5);
  await pause(200);
  const before = usageOf(pid).cpuSeconds;
  const many = await load([url], connections, seconds);
  const { cpuSeconds, peakRssMb } = usageOf(pid);
  const alone = await load([url], 1, Math.min(1, seconds));
  return {
    perSecond: many.perSecond,
    cpuMicros: ((cpuSeconds - before) * 1e6) / many.payments,
    p50AloneMs: alone.p50Ms,
    peakRssMb,
    failures: many.failures + alone.failures,
  };
}

async function ready({ url }: Contestant): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(5);
  }
}

function ratioOf(own: Figures, other: Figures): Figures {
  return {
    perSecond: own.perSecond / other.perSecond,
    cpuMicros: own.cpuMicros / other.cpuMicros,
    p50AloneMs: own.p50AloneMs / other.p50AloneMs,
    peakRssMb: own.peakRssMb / other.peakRssMb,
    idleRssMb: own.idleRssMb / other.idleRssMb,
    startMs: own.startMs / other.startMs,
    failures: own.failures,
  };
}
