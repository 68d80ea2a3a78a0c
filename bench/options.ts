import { InvalidOptions, valuesIn, wholeNumber } from './command-line.ts';
import { contestants } from './contestants.ts';

/** What a run measures, and for how long. */
export interface Options {
  /** How long the upstream takes to answer; one comparison or two for each. */
  delaysMs: number[];
  rounds: number;
  /** How long each contestant is measured in a round. */
  seconds: number;
  /** How long each contestant is loaded before its first round. */
  warmupSeconds: number;
  /** Names of contestants; all when absent. */
  only: string[] | undefined;
  /** 0 for no soak. */
  soakPayments: number;
  /** Where the databases lie while they are measured; in the repository when absent. */
  folder: string | undefined;
}

/** One load that every contestant gets. */
export interface Setting {
  connections: number;
  delayMs: number;
}

/** The help text. */
export const usage = `npx -y pnpm@12 bench [options]: everything, about 40 minutes. A part of it by:

  --delays=0,50,200   answers of the upstream in ms; without --soak no soak
  --soak=200000       payments of the soak; without --delays the soak alone
  --only=a,b          of ${contestants.map(({ name }) => name).join(', ')}
  --rounds=5          rounds of every setting
  --seconds=10        measured time of each contestant in each round
  --warmup=20         seconds of the same load before the first round
  --folder=path       on the disk to measure; in node_modules/.cache by default

The proxy is measured as it was built last: npx -y pnpm@12 build.`;

/** Reads the command line. Throws `InvalidOptions`. */
export function readOptions(args: string[]): Options | 'help' {
  const values = valuesIn(args, {
    delays: { type: 'string' },
    soak: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    warmup: { type: 'string', default: '20' },
    folder: { type: 'string' },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return 'help';
  const { delays, soak, only, folder } = values;
  return {
    delaysMs: delaysOf(delays ?? (soak === undefined ? '0,50,200' : '')),
    rounds: wholeNumber('rounds', values.rounds, 1),
    seconds: wholeNumber('seconds', values.seconds, 1),
    warmupSeconds: wholeNumber('warmup', values.warmup, 0),
    only: only === undefined ? undefined : namesOf(only),
    soakPayments: wholeNumber('soak', soak ?? (delays === undefined ? '200000' : '0'), 0),
    folder,
  };
}

/** Lists the loads: many buyers for each delay, and one alone where nothing hides the proxy. */
export function settingsOf({ delaysMs }: Options): Setting[] {
  return delaysMs.flatMap((delayMs) =>
    delayMs === 0
      ? [
          { connections: 32, delayMs },
          { connections: 1, delayMs },
        ]
      : [{ connections: 64, delayMs }],
  );
}

function delaysOf(list: string): number[] {
  return list === '' ? [] : list.split(',').map((delay) => wholeNumber('delays', delay, 0));
}

function namesOf(list: string): string[] {
  const names = list.split(',');
  const unknown = names.find((name) => contestants.every((contestant) => contestant.name !== name));
  if (unknown !== undefined) throw new InvalidOptions(`--only: there is no ${unknown}`);
  return names;
}
