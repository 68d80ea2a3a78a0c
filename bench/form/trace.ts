/** One event of Chromium's trace (Trace Event Format), as far as it is read here; times in µs. */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  /** How long it took; only of events that take time. */
  dur?: number;
  /** How much of that the thread spent on a core. */
  tdur?: number;
  args: { data?: { type?: string; url?: string; functionName?: string; duration?: number } };
}

/** A stretch of time in ms of the trace's clock. */
export interface Span {
  start: number;
  end: number;
}

/** Something that a thread did in one go. */
export interface Task extends Span {
  /** How much of it the thread spent on a core; the rest it waited for one. */
  cpuMs: number;
}

/** The categories that hold all events which are read here; more would slow the page down. */
export const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
];

/** Reads a trace, its events in the order of time. */
export function readTrace(json: string): TraceEvent[] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(json);
  return traceEvents.toSorted((a, b) => a.ts - b.ts);
}

/**
 * Keeps what happened on the thread of the first event that `matches`: of a page's events, that is
 * its main thread. Throws an `Error` when there is no such event.
 */
export function threadOf(
  events: readonly TraceEvent[],
  matches: (event: TraceEvent) => boolean,
): TraceEvent[] {
  const { pid, tid } = found(events.find(matches), 'event of the page');
  return events.filter((event) => event.pid === pid && event.tid === tid);
}

/** Lists what a thread did, one after another; a task that ran inside another belongs to that. */
export function tasksOf(thread: readonly TraceEvent[]): Task[] {
  const tasks: Task[] = [];
  for (const event of thread) {
    if (event.name !== 'RunTask') continue;
    const span = spanOf(event);
    const isInside = span.start < (tasks.at(-1)?.end ?? 0);
    if (!isInside) tasks.push({ ...span, cpuMs: (event.tdur ?? 0) / 1000 });
  }
  return tasks;
}

/** Sums up how long a thread was busy within a span. */
export function busyMs(tasks: readonly Span[], { start, end }: Span): number {
  const shares = tasks.map((task) => Math.min(task.end, end) - Math.max(task.start, start));
  return shares.reduce((sum, share) => sum + Math.max(0, share), 0);
}

/** Finds the first commit of a frame, with which a main thread is done with it, from a moment on. */
export function commitFrom(thread: readonly TraceEvent[], moment: number): Span | undefined {
  const commit = thread.find(({ name, ts }) => name === 'Commit' && ts / 1000 >= moment);
  return commit && spanOf(commit);
}

/** Tells which share of its work a thread spent on a core, and not waiting for one. */
export function coreShareOf(thread: readonly TraceEvent[]): number {
  const tasks = tasksOf(thread);
  const cpuMs = tasks.reduce((sum, task) => sum + task.cpuMs, 0);
  return cpuMs / tasks.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Tells when an event began and ended. */
export function spanOf({ ts, dur = 0 }: TraceEvent): Span {
  return { start: ts / 1000, end: (ts + dur) / 1000 };
}

/** Insists on something that every trace holds. Throws an `Error` that names it. */
export function found<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The trace has no ${what}`);
  return value;
}
