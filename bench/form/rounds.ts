import type { Place } from './browser.ts';
import type { Bundle } from './bundle.ts';
import type { Contestant } from './contestants.ts';
import { measureEvaluation, type Evaluation } from './evaluation.ts';
import { measureKeystrokes, type Typing } from './keystrokes.ts';
import { formPath, inputsPath, pathOfPage, scriptedForm, scriptedInputs } from './pages.ts';
import { typedFields } from './typed-fields.ts';
import { measureUsable, type Usable } from './usable.ts';

/** By how much the main thread is slowed down, once as a cheap telephone and once not at all. */
const slowdowns = [4, 1] as const;

/** All that one round measured at one speed. */
export interface Round {
  usable: Usable;
  /** The same of inputs that a script of one line puts into the page. */
  bareUsable: Usable;
  typing: Typing;
  /** The same keys in inputs without any script. */
  bareTyping: Typing;
  evaluations: ReadonlyMap<Contestant, Evaluation>;
}

/** All that was measured at one speed, round by round. */
export interface Series {
  slowdown: number;
  rounds: Round[];
}

/** Measures everything at both speeds, and then again, so that a bad minute hits all. */
export async function runRounds(
  count: number,
  place: Omit<Place, 'slowdown'>,
  bundles: ReadonlyMap<Contestant, Bundle>,
  progress: (line: string) => void,
): Promise<Series[]> {
  const series = slowdowns.map((slowdown) => ({ slowdown, rounds: new Array<Round>() }));
  // The first of all is not measured: the browser itself has to warm up.
  progress('  warm-up');
  await runRound({ ...place, slowdown: 1 }, [...bundles]);
  for (let number = 1; number <= count; number++) {
    const inTurn = rotated([...bundles], number);
    for (const { slowdown, rounds } of series) {
      const round = await runRound({ ...place, slowdown }, inTurn);
      rounds.push(round);
      progress(`  round ${number} at 1/${slowdown} of the speed: ${summary(round)}`);
    }
  }
  return series;
}

async function runRound(
  place: Place,
  bundles: readonly (readonly [Contestant, Bundle])[],
): Promise<Round> {
  const [first] = typedFields;
  const usable = await measureUsable(place, scriptedForm, first.label);
  const bareUsable = await measureUsable(place, scriptedInputs, first.label);
  const typing = await measureKeystrokes(place, formPath);
  const bareTyping = await measureKeystrokes(place, inputsPath);
  const evaluations = new Map<Contestant, Evaluation>();
  for (const [contestant, { script }] of bundles) {
    evaluations.set(contestant, await measureEvaluation(place, pathOfPage(contestant), script));
  }
  return { usable, bareUsable, typing, bareTyping, evaluations };
}

/** Gives everybody another neighbour and another place in each round. */
function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

function summary({ usable, typing, evaluations }: Round): string {
  const longest = Math.max(...typing.keystrokes.map(({ cost }) => cost.workMs));
  const scripts = [...evaluations].map(([{ name }, { mainMs }]) => `${name} ${mainMs.toFixed(0)}`);
  return `usable ${usable.usableMs.toFixed(0)} ms, longest key ${longest.toFixed(1)} ms, ${scripts.join(', ')} ms`;
}
