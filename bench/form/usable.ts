import { setTimeout as pause } from 'node:timers/promises';
import { announceField, ownFunctions } from './announce-field.ts';
import { record, visit, type Place } from './browser.ts';
import { isKeydown } from './keystroke-work.ts';
import { compilationOf, evaluationOf } from './module-work.ts';
import type { ScriptedPage } from './pages.ts';
import {
  busyMs,
  commitFrom,
  coreShareOf,
  found,
  markIn,
  spanOf,
  tasksOf,
  threadOf,
  type TraceEvent,
} from './trace.ts';

/** How long a form took from the end of its script's evaluation, but for what this benchmark does. */
export interface Usable {
  /** How long the evaluation itself took, for comparison. */
  evaluationMs: number;
  /** Until a frame with the field was painted. */
  paintedMs: number;
  /** Until a frame with the first key was painted, but for the wait for that key. */
  usableMs: number;
  /** Which share of its work the main thread spent on a core; near 1 on a quiet machine. */
  coreShare: number;
}

const restMs = 300;

/** Loads a page and presses a key in its first field as soon as that was painted. */
export async function measureUsable(
  place: Place,
  { path, script }: ScriptedPage,
  label: string,
): Promise<Usable> {
  return await visit(place, announceField, label, async ({ page, told, open }) => {
    const trace = await record(place.browser, async () => {
      await open(path);
      await told;
      await page.keyboard.press('4');
      await pause(restMs);
    });
    const typed = await page.getByLabel(label).inputValue();
    if (typed !== '4') throw new Error(`The first key became "${typed}"`);
    return usableIn(trace, script);
  });
}

/** Reads from a trace when the fields could be used that a script of this path makes. */
function usableIn(events: readonly TraceEvent[], script: string): Usable {
  const thread = threadOf(events, compilationOf(script));
  const tasks = tasksOf(thread);
  const evaluation = evaluationOf(thread, script);
  const painted = found(commitFrom(thread, markIn(thread, 'field-there')), 'frame with the field');
  const keydown = spanOf(found(thread.find(isKeydown), 'key'));
  const shown = found(commitFrom(thread, keydown.start), 'frame with the key');

  const gap = { start: painted.end, end: keydown.start };
  const waitedMs = gap.end - gap.start - busyMs(tasks, gap);
  const own = thread.filter(isOwn).map(spanOf);
  const since = (end: number) => end - evaluation.end - busyMs(own, { start: evaluation.end, end });
  return {
    evaluationMs: evaluation.end - evaluation.start,
    paintedMs: since(painted.end),
    usableMs: since(shown.end) - waitedMs,
    coreShare: coreShareOf(thread),
  };
}

/** Tells whether an event is a call of what this benchmark runs in the page. */
function isOwn({ name, args }: TraceEvent): boolean {
  return name === 'FunctionCall' && ownFunctions.has(args.data?.functionName);
}
