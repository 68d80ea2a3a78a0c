import { setTimeout as pause } from 'node:timers/promises';
import { announceField, ownFunctions } from './announce-field.ts';
import { record, visit, type Place } from './browser.ts';
import { isKeydown } from './keystroke-work.ts';
import { typedFields, type Scripted } from './site.ts';
import { busyMs, commitFrom, found, spanOf, tasksOf, threadOf, type TraceEvent } from './trace.ts';

/** How long a form took from the end of its script's evaluation, without what the benchmark does. */
export interface Usable {
  evaluationMs: number;
  /** Until a frame with the field was painted. */
  paintedMs: number;
  /** Until a frame with the first key was painted, without the wait for that key. */
  usableMs: number;
}

/** Loads a page and presses a key in its first field as soon as that was painted. */
export async function measureUsable(place: Place, { path, script }: Scripted): Promise<Usable> {
  const { label } = typedFields[0];
  return visit(place, announceField, label, async ({ page, told, open }) => {
    const trace = await record(place.browser, async () => {
      await open(path);
      await told;
      await page.keyboard.press('4');
      await pause(300);
    });
    const typed = await page.getByLabel(label).inputValue();
    if (typed !== '4') throw new Error(`The first key became "${typed}"`);
    return usableIn(trace, script);
  });
}

function usableIn(events: readonly TraceEvent[], script: string): Usable {
  const isCompilation = ({ name, args }: TraceEvent) =>
    name === 'v8.compileModule' && args.data?.url?.endsWith(script) === true;
  const thread = threadOf(events, isCompilation);
  // The event of the evaluation does not name the file; it follows the compilation.
  const compiled = thread.findIndex(isCompilation);
  const evaluated = thread.find(({ name }, at) => name === 'v8.evaluateModule' && at > compiled);
  const evaluation = spanOf(found(evaluated, 'evaluation'));
  const mark = found(
    thread.find(({ name }) => name === 'field-there'),
    'mark of the field',
  );
  const painted = found(commitFrom(thread, mark.ts / 1000), 'frame with the field');
  const keydown = spanOf(found(thread.find(isKeydown), 'key'));
  const shown = found(commitFrom(thread, keydown.start), 'frame with the key');

  const gap = { start: painted.end, end: keydown.start };
  const waitedMs = gap.end - gap.start - busyMs(tasksOf(thread), gap);
  const own = thread.filter(isOwn).map(spanOf);
  const since = (end: number) => end - evaluation.end - busyMs(own, { start: evaluation.end, end });
  return {
    evaluationMs: evaluation.end - evaluation.start,
    paintedMs: since(painted.end),
    usableMs: since(shown.end) - waitedMs,
  };
}

function isOwn({ name, args }: TraceEvent): boolean {
  return name === 'FunctionCall' && ownFunctions.has(args.data?.functionName);
}
