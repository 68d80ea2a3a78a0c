import { setTimeout as pause } from 'node:timers/promises';
import { optionsFrom, roundsIn, type Rounds } from './command-line.ts';
import { contestants, type Contestant } from './contestants.ts';
import { tenths, whole, withRange } from './figures.ts';
import { describeMachine } from './machine.ts';
import { markdownTable } from './markdown-table.ts';
import { usageOf } from './process-usage.ts';
import { startContestant, startUpstream } from './running-contestant.ts';
import { startBesieger, type Besieger, type Trouble } from './siege/besieger.ts';
import { buy, type Buying } from './siege/buyers.ts';
import { openWorkspace } from './workspace.ts';

const usage = `npx -y pnpm@12 bench:siege [--rounds=3]: what a siege does to buyers who pay meanwhile

A round takes a minute and a half. The proxy is measured as it was built last, npx -y pnpm@12 build, with every
guard at its default; buyers, besiegers and proxy share this machine.`;

const scenarios = [
  { name: 'nobody else', program: undefined },
  { name: '5,000 slow connections', program: 'slow-connections.ts' },
  { name: 'a flood from one address', program: 'flood.ts' },
] as const;

type Scenario = (typeof scenarios)[number];

interface Round extends Buying, Trouble {
  rssMb: number;
}

const paymentsPerSecond = 50;
const seconds = 20;

/** How long a siege goes on before anybody pays: longer than the proxy lets a slow client live. */
const startMs = 15_000;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const options = optionsFrom((args) => roundsIn(args, 3), usage);
if (options) await run(options);

async function run({ rounds }: Rounds): Promise<void> {
  const upstream = await startUpstream(0);
  const proxy = await startContestant(besieged(), upstream.url, openWorkspace());
  const results = new Map<Scenario, Round[]>(scenarios.map((scenario) => [scenario, []]));
  const inTurn = Array.from({ length: rounds }, () => [...results]).flat();
  try {
    for (const [scenario, measured] of inTurn) {
      process.stderr.write(`round ${measured.length + 1}: ${scenario.name}\n`);
      measured.push(await besiege(scenario, proxy));
    }
  } finally {
    await Promise.all([proxy.stop(), upstream.stop()]);
  }
  process.stdout.write(`${describeMachine('proxy', 'packages/proxy/dist/server.js')}\n\n`);
  process.stdout.write(`${report(results)}\n`);
}

/** Gives the proxy with its guards at their defaults. Throws an `Error` when it was not built. */
function besieged(): Contestant {
  const durable = contestants.find(({ name }) => name === 'durable');
  const missing = durable?.missing();
  if (!durable?.program || missing) throw new Error(missing);
  const { program } = durable;
  return {
    ...durable,
    program: (place) => {
      const { RATE_LIMIT: _off, ...env } = program(place).env;
      return { ...program(place), env };
    },
  };
}

async function besiege(
  { program }: Scenario,
  { url, pid = 0 }: { url: string; pid: number | undefined },
): Promise<Round> {
  const besieger = program && startBesieger(program, url);
  try {
    await pause(besieger ? startMs : 0);
    const watching = watch(besieger);
    const buying = await buy(url, paymentsPerSecond, seconds);
    return { ...buying, ...watching.mean(), rssMb: usageOf(pid)?.rssMb ?? Number.NaN };
  } finally {
    await besieger?.stop();
  }
}

/** Looks once a second at what a besieger tells. */
function watch(besieger: Besieger | undefined) {
  const seen: Trouble[] = [];
  const timer = setInterval(() => seen.push(besieger?.told() ?? { size: 0, refused: 0 }), 1000);
  const meanOf = (read: (trouble: Trouble) => number) =>
    seen.map(read).reduce((sum, value) => sum + value, 0) / seen.length;
  return {
    mean: (): Trouble => {
      clearInterval(timer);
      return { size: meanOf(({ size }) => size), refused: meanOf(({ refused }) => refused) };
    },
  };
}

function report(results: ReadonlyMap<Scenario, readonly Round[]>): string {
  const rows = [...results].map(([{ name }, measured]) => {
    const column = (read: (round: Round) => number, format = tenths) =>
      withRange(measured.map(read), format);
    const sum = (read: (round: Round) => number) =>
      whole(measured.map(read).reduce((total, value) => total + value, 0));
    return [
      name,
      column((round) => round.size, whole),
      column((round) => round.refused, whole),
      sum((round) => round.approved),
      sum((round) => round.failed),
      column((round) => round.p50Ms),
      column((round) => round.p99Ms),
      measured.map(({ rssMb }) => whole(rssMb)).join(', '),
    ];
  });
  const head = [
    'siege',
    'held, or sent a second',
    'refused a second',
    'paid',
    'failed',
    'p50 ms',
    'p99 ms',
    'MB after each round',
  ];
  return markdownTable(head, rows);
}
