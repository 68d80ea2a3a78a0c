import { parseArgs } from 'node:util';
import { startPostgres } from '@card-checkout/testing/postgres';
import { newFile, startProxy, startPaymentsApi } from './contestants.ts';
import { fill } from './fill.ts';
import { load, type Load } from './load.ts';
import { describeMachine } from './machine.ts';
import { figureTable, goalTable, print, type Column } from './report.ts';

interface Round extends Load {
  startMs: number;
}

const columns: readonly Column<Round>[] = [
  ['payments/s', (round) => round.perSecond],
  ['p50 ms', (round) => round.p50Ms, 2],
  ['p99 ms', (round) => round.p99Ms, 1],
  ['start ms', (round) => round.startMs],
  ['failed', (round) => round.failures],
];

const { store, ...options } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    payments: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
  },
}).values;
const payments = Number(options.payments);
const seconds = Number(options.seconds);
const connections = 32;

print(describeMachine('packages/proxy/dist/server.js'));
const api = await startPaymentsApi();
const postgres = store === 'postgres' ? await startPostgres() : undefined;
const newDatabase = async () => (postgres ? postgres.createDatabase() : `sqlite:${newFile()}`);
const none = await newDatabase();
const many = await newDatabase();
await payOn(many, 1, 1);
process.stderr.write(`storing ${payments} payments\n`);
await fill(many, payments);

const without: Round[] = [];
const beside: Round[] = [];
for (let number = 1; number <= Number(options.rounds); number += 1) {
  process.stderr.write(`round ${number}\n`);
  without.push(await payOn(none, connections, seconds));
  beside.push(await payOn(many, connections, seconds));
}
await Promise.all([api.stop(), postgres?.stop()]);

const rows = { none: without, [payments.toLocaleString('en')]: beside };
print(figureTable('stored', Object.entries(rows), columns));
const ratios = (read: (round: Round) => number) =>
  beside.map((round, index) => read(round) / read(without[index] ?? round));
print(
  goalTable([
    [`${store}, throughput ÷ none`, ratios((round) => round.perSecond), '≥ 0.9', 2],
    [`${store}, p99 ÷ none`, ratios((round) => round.p99Ms), '≤ 1.3', 2],
    [`${store}, start, s`, beside.map((round) => round.startMs / 1000), '≤ 1', 2],
  ]),
);

/** Starts a proxy on a database and measures once V8 has compiled the hot code. */
async function payOn(databaseUrl: string, buyers: number, duration: number): Promise<Round> {
  const startedAt = performance.now();
  const { url, stop } = await startProxy(api.url, databaseUrl);
  const startMs = performance.now() - startedAt;
  await load([url], buyers, duration);
  const loaded = await load([url], buyers, duration);
  await stop();
  return { ...loaded, startMs };
}
