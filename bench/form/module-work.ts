import { busyMs, found, markIn, spanOf, tasksOf, type Span, type TraceEvent } from './trace.ts';

/** What a script costs its page, in ms. */
export interface ModuleWork {
  /** Parsing and compiling beside the main thread, which is not slowed down. */
  backgroundMs: number;
  /** Compilation and evaluation on the main thread. */
  mainMs: number;
  /** Main-thread work of all that begins with the call that builds the form. */
  startMs: number;
}

/** The mark that the page sets when it builds the form. */
export const startMark = 'form-starts';

/** Reads from a trace what the module with this path cost; `thread` is the main thread in it. */
export function moduleWorkIn(
  events: readonly TraceEvent[],
  thread: readonly TraceEvent[],
  script: string,
): ModuleWork {
  const compilation = found(thread.find(compilationOf(script)), 'compilation');
  const background = events.find(
    ({ name, args }) => name === 'v8.parseOnBackground' && isOf(script, args.data?.url),
  );
  const started = { start: markIn(thread, startMark), end: Infinity };
  return {
    backgroundMs: background ? parsingMs(events, background) : 0,
    mainMs: durationOf([spanOf(compilation), evaluationOf(thread, script)]),
    startMs: busyMs(tasksOf(thread), started),
  };
}

/** Sums up the parsing within a job that also waits for the network. */
function parsingMs(events: readonly TraceEvent[], job: TraceEvent): number {
  const { pid, tid } = job;
  const parsing = events.filter(
    (event) =>
      event.name === 'v8.parseOnBackgroundParsing' && event.pid === pid && event.tid === tid,
  );
  return busyMs(parsing.map(spanOf), spanOf(job));
}

/** Finds the evaluation of a module. Its event does not name the file; it follows the compilation. */
export function evaluationOf(thread: readonly TraceEvent[], script: string): Span {
  const compiled = thread.findIndex(compilationOf(script));
  const evaluated = thread.find(
    ({ name }, index) => name === 'v8.evaluateModule' && index > compiled,
  );
  return spanOf(found(evaluated, 'evaluation'));
}

/** Makes a test for the event that is the compilation of the module with this path. */
export function compilationOf(script: string) {
  return ({ name, args }: TraceEvent) =>
    name === 'v8.compileModule' && isOf(script, args.data?.url);
}

function isOf(script: string, url: string | undefined): boolean {
  return url?.endsWith(script) === true;
}

function durationOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
