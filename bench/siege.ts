import { fork, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProxy, startPaymentsApi } from './contestants.ts';
import { newPayment, payAtRate } from './load.ts';
import { describeMachine, usageOf } from './machine.ts';
import { figureTable, print, quantile, type Column } from './report.ts';

interface Round {
  held: number;
  /** Each payment's time; `NaN` if not approved within 10 s. */
  tookMs: number[];
  rssMb: number;
}

const buyersPerSecond = 50;

/** Time before the first payment: longer than the proxy tolerates a slow client. */
const headStartMs = 15_000;

const columns: readonly Column<Round>[] = [
  ['held', ({ held }) => held],
  ['payments', ({ tookMs }) => tookMs.length],
  ['failed', ({ tookMs }) => tookMs.filter(Number.isNaN).length],
  ['p50 ms', ({ tookMs }) => quantile(tookMs, 0.5), 1],
  ['p99 ms', ({ tookMs }) => quantile(tookMs, 0.99), 1],
  ['RSS MB after it', ({ rssMb }) => rssMb],
];

const { rounds, seconds, connections } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '5000' },
  },
}).values;
print(describeMachine('packages/proxy/dist/server.js'));
const api = await startPaymentsApi();
const proxy = await startProxy(api.url);
const quiet: Round[] = [];
const besieged: Round[] = [];
for (let number = 1; number <= Number(rounds); number += 1) {
  process.stderr.write(`round ${number}\n`);
  quiet.push(await buy());
  besieged.push(await besiege());
}
await Promise.all([proxy.stop(), api.stop()]);
const rows = { 'no siege': quiet, 'slow connections': besieged };
print(figureTable('beside', Object.entries(rows), columns));

async function besiege(): Promise<Round> {
  const besieger = fork(`${import.meta.dirname}/slow-connections.ts`, [proxy.url, connections]);
  process.prependOnceListener('exit', () => void besieger.kill('SIGKILL'));
  try {
    await pause(headStartMs);
    return await buy(besieger);
  } finally {
    besieger.kill('SIGKILL');
    await once(besieger, 'exit');
  }
}

async function buy(besieger?: ChildProcess): Promise<Round> {
  let held = 0;
  besieger?.on('message', (count: number) => void (held = count));
  const tookMs = await payAtRate(pay, buyersPerSecond, Number(seconds));
  return { tookMs, held, rssMb: usageOf(proxy.pid).rssMb };
}

/** Pays over a new connection, from an address that the besieger doesn't use. */
async function pay(): Promise<boolean> {
  const { body, ...rest } = await newPayment();
  const sending = request(`${proxy.url}/api/checkout/`, {
    ...rest,
    agent: false,
    localAddress: `127.1.${randomInt(256)}.${randomInt(1, 255)}`,
    signal: AbortSignal.timeout(10_000),
  });
  sending.end(body);
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  await answer?.resume().toArray();
  return answer?.statusCode === 200;
}
