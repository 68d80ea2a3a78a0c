import { fork, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { optionsOf } from './command-line.ts';
import { startContestant, startService } from './contestants.ts';
import { markdownTable, quantile, withRange } from './figures.ts';
import { describeMachine } from './machine.ts';
import { pathOf } from './path-of.ts';
import { newPayment } from './payment.ts';
import { usageOf } from './process-usage.ts';

const usage = `npx -y pnpm@12 bench:siege [options]: what 5,000 slow connections do to buyers

  --rounds=3       rounds, each with the siege and without
  --seconds=20     how long 50 buyers a second pay in each round
  --connections=5000

Buyers, besieger and proxy share this machine; the proxy has its guards at their defaults.`;

/** What buyers met with, and the memory of the proxy afterwards. */
interface Round {
  held: number;
  /** Payments that were not approved within 10 s. */
  failed: number;
  /** How long each of the others took. */
  tookMs: number[];
  rssMb: number;
}

const perSecond = 50;

/** How long a siege goes on before anybody pays: longer than the proxy lets a slow client live. */
const headStartMs = 15_000;

const { rounds, seconds, connections } = optionsOf(usage, {
  rounds: '3',
  seconds: '20',
  connections: '5000',
});
process.stdout.write(`${describeMachine('packages/proxy/dist/server.js')}\n\n`);
const service = await startService(0);
const proxy = await startContestant('durable', service.url, { RATE_LIMIT: undefined });
const results: Record<'nobody else' | 'slow connections', Round[]> = {
  'nobody else': [],
  'slow connections': [],
};
for (let number = 1; number <= Number(rounds); number += 1) {
  process.stderr.write(`round ${number}\n`);
  results['nobody else'].push(await buy());
  results['slow connections'].push(await besieged());
}
await Promise.all([proxy.stop(), service.stop()]);
const head = ['beside', 'held', 'paid', 'failed', 'p50 ms', 'p99 ms', 'MB after each round'];
process.stdout.write(`${markdownTable(head, Object.entries(results).map(rowOf))}\n`);

async function besieged(): Promise<Round> {
  const besieger = fork(pathOf('slow-connections.ts'), [proxy.url, connections]);
  process.prependOnceListener('exit', () => void besieger.kill('SIGKILL'));
  try {
    await pause(headStartMs);
    return await buy(besieger);
  } finally {
    besieger.kill('SIGKILL');
    await once(besieger, 'exit');
  }
}

/**
 * Lets buyers pay at a steady rate, each from an address and over a connection of its own. A payment
 * takes from the moment at which it was due.
 */
async function buy(besieger?: ChildProcess): Promise<Round> {
  let held = 0;
  besieger?.on('message', (count: number) => void (held = count));
  const startedAt = performance.now();
  const payments: Promise<number>[] = [];
  for (let number = 0; number < perSecond * Number(seconds); number += 1) {
    const dueAt = startedAt + (number * 1000) / perSecond;
    await pause(Math.max(0, dueAt - performance.now()));
    payments.push(pay(dueAt).catch(() => Number.NaN));
  }
  const all = await Promise.all(payments);
  const tookMs = all.filter((ms) => !Number.isNaN(ms));
  return { held, tookMs, failed: all.length - tookMs.length, rssMb: usageOf(proxy.pid).rssMb };
}

/** Returns how long a payment took; `NaN` when it was not approved. */
async function pay(dueAt: number): Promise<number> {
  const { body, ...rest } = await newPayment();
  const sending = request(`${proxy.url}/api/checkout/`, {
    ...rest,
    agent: false,
    // One of some 65,000 addresses of this machine, none of which the besieger has.
    localAddress: `127.1.${randomInt(256)}.${randomInt(1, 255)}`,
    signal: AbortSignal.timeout(10_000),
  });
  sending.end(body);
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  await answer?.resume().toArray();
  return answer?.statusCode === 200 ? performance.now() - dueAt : Number.NaN;
}

function rowOf([name, all]: [string, Round[]]): string[] {
  const column = (read: (round: Round) => number, decimals = 1) =>
    withRange(all.map(read), decimals);
  return [
    name,
    column(({ held }) => held, 0),
    String(all.reduce((sum, { tookMs }) => sum + tookMs.length, 0)),
    String(all.reduce((sum, { failed }) => sum + failed, 0)),
    column(({ tookMs }) => quantile(tookMs, 0.5)),
    column(({ tookMs }) => quantile(tookMs, 0.99)),
    all.map(({ rssMb }) => rssMb.toFixed(0)).join(', '),
  ];
}
