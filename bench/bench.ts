import { setTimeout as pause } from 'node:timers/promises';
import { optionsOf } from './command-line.ts';
import {
  contestants,
  startContestant,
  startService,
  type Contestant,
  type ContestantName,
} from './contestants.ts';
import { installRivals } from './install-rivals.ts';
import { load } from './load.ts';
import { describeMachine } from './machine.ts';
import { usageOf } from './process-usage.ts';
import { goals, report, type Round, type Rounds, type Setting } from './report.ts';

const usage = `npx -y pnpm@12 bench [options]: the proxy beside others, in rounds

  --only=service,http-proxy,durable,no-store   also: express, guarded
  --delays=0,50    answers of the payments service in ms
  --rounds=5       rounds of every load
  --seconds=10     measured time of each contestant in each round
  --warmup=20      seconds of load before the first round

The proxy is measured as it was built last: npx -y pnpm@12 build.`;

const { only, delays, rounds, seconds, warmup } = optionsOf(usage, {
  only: 'service,http-proxy,durable,no-store',
  delays: '0,50',
  rounds: '5',
  seconds: '10',
  warmup: '20',
});
const names = Object.keys(contestants).filter(isWanted);
if (names.some((name) => name === 'http-proxy' || name === 'express')) installRivals('proxies');

print(`${describeMachine('packages/proxy/dist/server.js')}

Payments service, contestant and load generator are three processes that share the cores; HTTP/1.1 without
TLS, connections kept alive. Every payment is a new order. After ${warmup} s of warm-up, in each of ${rounds} rounds
everybody in turn for ${seconds} s. Medians with their range; a round with a payment that failed does not count.`);
const measured = new Map<string, Rounds>();
for (const setting of settingsOf(delays)) {
  const result = await measure(setting);
  measured.set(`${setting.connections}/${setting.delayMs}`, result);
  print(report(setting, result));
}
print(goals(measured));

function isWanted(name: string): name is ContestantName {
  return only.split(',').includes(name);
}

/** Lists the loads: many buyers for each delay, and one alone where nothing hides the proxy. */
function settingsOf(list: string): Setting[] {
  return list
    .split(',')
    .map(Number)
    .flatMap((delayMs) =>
      delayMs === 0
        ? [
            { connections: 32, delayMs },
            { connections: 1, delayMs },
          ]
        : [{ connections: 64, delayMs }],
    );
}

/** Measures everybody in turn, and then again, so that a bad minute of the machine hits all. */
async function measure({ connections, delayMs }: Setting): Promise<Rounds> {
  const service = await startService(delayMs);
  const running = await Promise.all(names.map((name) => startContestant(name, service.url)));
  const result = new Map(names.map((name) => [name, new Array<Round>()]));
  try {
    for (const { url } of running) await load(url, Math.max(connections, 32), Number(warmup));
    for (let number = 1; number <= Number(rounds); number += 1) {
      process.stderr.write(`round ${number}\n`);
      await runInTurn(running, connections, result);
    }
  } finally {
    await Promise.all([...running, service].map(async ({ stop }) => stop()));
  }
  return result;
}

async function runInTurn(
  running: readonly Contestant[],
  connections: number,
  into: ReadonlyMap<ContestantName, Round[]>,
): Promise<void> {
  let alone = Number.NaN;
  for (const { name, url, pid } of running) {
    const round = await runRound(url, pid, connections);
    if (name === 'service') alone = round.p50Ms;
    into.get(name)?.push(Object.assign(round, { addedMs: round.p50Ms - alone }));
    process.stderr.write(`  ${name}: ${Math.round(round.perSecond)}/s\n`);
  }
}

async function runRound(url: string, pid: number | undefined, connections: number): Promise<Round> {
  // Opens connections that idled, and lets what the others left behind end.
  await load(url, connections, 1);
  await pause(200);
  const before = usageOf(pid);
  const loaded = await load(url, connections, Number(seconds));
  const after = usageOf(pid);
  const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
  const cpuMicrosAPayment = (cpuSeconds * 1e6) / loaded.payments;
  return { ...loaded, ...after, addedMs: Number.NaN, cpuSeconds, cpuMicrosAPayment };
}

function print(markdown: string): void {
  process.stdout.write(`${markdown}\n\n`);
}
