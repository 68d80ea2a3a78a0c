import { setTimeout as pause } from 'node:timers/promises';
import { record, visit, type Place } from './browser.ts';
import { compilationOf, moduleWorkIn, startMark, type ModuleWork } from './module-work.ts';
import { threadOf } from './trace.ts';

/** What a contestant's script did in a page of its own. */
export interface Evaluation extends ModuleWork {
  /** Says how its form ended that has no account: the error, or nothing when it stands. */
  ending: string;
}

const restMs = 500;

/** Loads a contestant into an empty page and, when that has come to rest, builds its form. */
export async function measureEvaluation(
  place: Place,
  page: string,
  script: string,
): Promise<Evaluation> {
  return await visit(place, startWhenAtRest, startMark, async ({ told, open }) => {
    let ending = '';
    const trace = await record(place.browser, async () => {
      await open(page);
      ending = await told;
      await pause(restMs);
    });
    const thread = threadOf(trace, compilationOf(script));
    return { ...moduleWorkIn(trace, thread, script), ending };
  });
}

/** Runs in the page: builds the form 300 ms after all is loaded, and tells the benchmark how it ended. */
function startWhenAtRest(mark: string): void {
  const start = async () => {
    performance.mark(mark);
    try {
      await window.startForm();
      window.tellBenchmark('');
    } catch (error) {
      window.tellBenchmark(String(error));
    }
  };
  addEventListener('load', () => setTimeout(() => void start(), 300));
}
