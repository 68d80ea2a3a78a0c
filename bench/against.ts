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
  for (const [store, newDatabase] of Object.entries({
    SQLite: async () => `sqlite:${newFile()}`,
    PostgreSQL: async () => postgres.createDatabase(),
  })) {
    const own = await startBuild(api, '..', newDatabase);
    const other = await startBuild(api, resolve(clone), newDatabase);
    for (const { proxy } of [own, other]) await load([proxy.url], connections, warmup);
    for (let round = 1; round <= rounds; round += 1) {
      process.stderr.write(`${store}, round ${round}\n`);
      own.rounds.push(await measure(own, seconds));
      other.rounds.push(await measure(other, seconds));
    }
    const ratios = own.rounds.map((round, index) => ratioOf(round, other.rounds[index] ?? round));
    print(`### ${store}`);
    print(
      figureTable(
        'build',
        [
          ['this', own.rounds],
          ['the other', other.rounds],
          ['ratio', ratios],
        ],
        columns,
      ),
    );
    await Promise.all([own.proxy.stop(), other.proxy.stop()]);
  }
  await api.stop();
}

const connections = 32;

interface Build extends Pick<Figures, 'startMs' | 'idleRssMb'> {
  proxy: Contestant;
  rounds: Figures[];
}

async function startBuild(
  api: Contestant,
  clone: string,
  newDatabase: () => Promise<string>,
): Promise<Build> {
  const database = await newDatabase();
  const before = performance.now();
  const proxy = await startProxy(api.url, database, {}, clone);
  await ready(proxy);
  const startMs = performance.now() - before;
  await pause(1000);
  return { proxy, startMs, idleRssMb: usageOf(proxy.pid).rssMb, rounds: [] };
}

async function measure({ proxy, startMs, idleRssMb }: Build, seconds: number): Promise<Figures> {
  const { url, pid } = proxy;
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
    idleRssMb,
    startMs,
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
