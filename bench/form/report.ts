import { percent, tenths, whole, withRange } from '../figures.ts';
import { atMost } from '../goals.ts';
import { markdownTable } from '../markdown-table.ts';
import { median, quantile } from '../statistics.ts';
import type { Bundle, Size } from './bundle.ts';
import { versionOf, type Contestant } from './contestants.ts';
import type { Evaluation } from './evaluation.ts';
import type { KeystrokeCost } from './keystroke-work.ts';
import { rhythmMs, type Typing } from './keystrokes.ts';
import type { Round, Series } from './rounds.ts';

/** Says how the figures come about, and how quiet the machine was. */
export function describeMethod(
  rounds: number,
  chromium: string,
  series: readonly Series[],
): string {
  const shares = series.flatMap((each) =>
    each.rounds.flatMap(({ usable, typing }) => [usable.coreShare, typing.coreShare]),
  );
  const share = median(shares);
  const warning = share < 0.9 ? ['', 'THE MACHINE WAS BUSY: these figures promise nothing.'] : [];
  return [
    `Chromium ${chromium}, headless, 1280 × 720; a fresh context and an empty cache for every page; pages`,
    `come from 127.0.0.1, and nothing else can be reached. The speed is DevTools' CPU throttling, which`,
    `slows the main thread down and nothing else. ${rounds} ${rounds === 1 ? 'round' : 'rounds'} after one that does not count, in`,
    `each of them everything in turn, at a quarter of the speed and at the whole. Figures are medians of`,
    `the rounds with their range, read from Chromium's trace. The main thread had a core for`,
    `${percent(share)} of its work, in the worst page for ${percent(Math.min(...shares))}.`,
    ...warning,
  ].join('\n');
}

/** Shows how soon the form can be used. */
export function reportUsable(series: readonly Series[]): string {
  const table = markdownTable(
    ['speed', 'page', 'evaluation ms', 'then painted ms', 'then usable ms'],
    series.flatMap(({ slowdown, rounds }) =>
      (['usable', 'bareUsable'] as const).map((page) => [
        speed(slowdown),
        page === 'usable' ? 'the form' : 'inputs alone',
        spread(rounds, (round) => round[page].evaluationMs),
        spread(rounds, (round) => round[page].paintedMs),
        spread(rounds, (round) => round[page].usableMs),
      ]),
    ),
  );
  return `### Until the form can be used\n\n${table}`;
}

/** Shows what keystrokes cost. */
export function reportKeystrokes(series: readonly Series[]): string {
  const figures = [
    ['work until shown', 'typing', workMs],
    ['the same, inputs alone', 'bareTyping', workMs],
    ['work until the next key', 'typing', ({ workUntilNextMs }: KeystrokeCost) => workUntilNextMs],
    ['time to paint', 'typing', ({ paintMs }: KeystrokeCost) => paintMs],
    ['the same, inputs alone', 'bareTyping', ({ paintMs }: KeystrokeCost) => paintMs],
  ] as const;
  const rows = series.flatMap(({ slowdown, rounds }) =>
    figures.map(([title, where, read]) => {
      const at = (share: number) => spread(rounds, (round) => keysAt(share, round[where], read));
      return [speed(slowdown), title, at(0.5), at(0.95), at(1)];
    }),
  );
  const table = markdownTable(['speed', 'each key', 'p50 ms', 'p95 ms', 'max ms'], rows);
  const slowest = series.map(
    ({ slowdown, rounds }) => `${speed(slowdown)}: ${slowestKeys(rounds)}`,
  );
  return [
    `### Keystrokes: a whole card, a key every ${rhythmMs} ms`,
    table,
    `The keys with the most work until shown, by their medians, the key after the \`|\`:`,
    slowest.map((line) => `- ${line}`).join('\n'),
  ].join('\n\n');
}

function keysAt(
  share: number,
  { keystrokes }: Typing,
  read: (cost: KeystrokeCost) => number,
): number {
  const values = keystrokes.map(({ cost }) => read(cost));
  return quantile(values, share);
}

function workMs(cost: KeystrokeCost): number {
  return cost.workMs;
}

function slowestKeys(rounds: readonly Round[]): string {
  const [first] = rounds;
  const keys = (first?.typing.keystrokes ?? []).map(({ name }, index) => {
    const costs = rounds.flatMap(({ typing }) => typing.keystrokes[index]?.cost.workMs ?? []);
    return { name, median: median(costs) };
  });
  const slowest = keys.toSorted((a, b) => b.median - a.median).slice(0, 4);
  return slowest.map((key) => `\`${key.name}\` ${tenths(key.median)} ms`).join(', ');
}

/** Shows what the scripts weigh and what they cost a page. */
export function reportScripts(
  bundles: ReadonlyMap<Contestant, Bundle>,
  series: readonly Series[],
): string {
  const contestants = [...bundles.keys()];
  return [
    '### Scripts',
    contestants.map((contestant) => describeContestant(contestant, series)).join('\n'),
    reportSizes(bundles),
    ...series.map((each) => reportEvaluations(each, contestants)),
  ].join('\n\n');
}

function describeContestant(contestant: Contestant, series: readonly Series[]): string {
  const { name, holds, reaches } = contestant;
  const rounds = series.flatMap((each) => each.rounds);
  const endings = new Set(
    rounds.flatMap((round) => round.evaluations.get(contestant)?.ending ?? []),
  );
  const thrown = [...endings].filter((ending) => ending !== '').map((ending) => ` \`${ending}\``);
  return `- \`${name}\`, ${contestant.package} ${versionOf(contestant)}: ${holds}. Start: ${reaches}.${thrown.join('')}`;
}

function reportSizes(bundles: ReadonlyMap<Contestant, Bundle>): string {
  const rows = [...bundles].map(([{ name }, { scripts, styles, later }]) =>
    [scripts, styles, later].flatMap(sizes).toSpliced(0, 0, name),
  );
  const head = ['script', 'styles', 'later'].flatMap((part) => [part, 'gzip 9', 'brotli 11']);
  return markdownTable(['kB', ...head], rows);
}

function sizes({ raw, gzip, brotli }: Size): string[] {
  return [raw, gzip, brotli].map((bytes) => (bytes === 0 ? '' : tenths(bytes / 1000)));
}

function reportEvaluations({ slowdown, rounds }: Series, contestants: readonly Contestant[]) {
  const figures = [
    ({ mainMs }: Evaluation) => mainMs,
    ({ backgroundMs }: Evaluation) => backgroundMs,
    ({ startMs }: Evaluation) => startMs,
  ];
  const rows = contestants.map((contestant) => {
    const evaluations = rounds.flatMap((round) => round.evaluations.get(contestant) ?? []);
    return [contestant.name, ...figures.map((read) => withRange(evaluations.map(read), tenths))];
  });
  const head = ['compile + evaluate ms', 'compiled beside ms', 'start ms'];
  return markdownTable([speed(slowdown), ...head], rows);
}

/** Shows which promise is kept, by the medians at a quarter of the speed. */
export function reportGoals(series: readonly Series[]): string {
  const slow = series.find(({ slowdown }) => slowdown === 4)?.rounds ?? [];
  const usable = median(slow.map((round) => round.usable.usableMs));
  const p95 = median(slow.map((round) => keysAt(0.95, round.typing, workMs)));
  const goals = [
    atMost(100, 'ms from the end of the evaluation until usable, 1/4 of the speed', usable),
    atMost(16, 'ms of work until shown, p95 of keystrokes, 1/4 of the speed', p95),
  ];
  const rows = goals.map(({ promise, measured, verdict }) => [promise, measured ?? '', verdict]);
  return `### Goals of the form\n\n${markdownTable(['promised', 'measured', ''], rows)}`;
}

function spread(rounds: readonly Round[], read: (round: Round) => number): string {
  return withRange(rounds.map(read), tenths);
}

function speed(slowdown: number): string {
  return slowdown === 1 ? 'full' : `1/${whole(slowdown)}`;
}
