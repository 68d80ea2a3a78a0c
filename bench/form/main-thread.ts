/** One event of Chromium's trace (Trace Event Format), as far as it is read here; times in µs. */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  /** How long it took; only of events that take time. */
  dur?: number;
  args: { data?: { type?: string; url?: string } };
}

/** A stretch of time in ms of the trace's clock. */
interface Span {
  start: number;
  end: number;
}

type Matches = (event: TraceEvent) => boolean;

/** Whether an event is the dispatch of a pressed key. */
export const isKeydown: Matches = ({ name, args }) =>
  name === 'EventDispatch' && args.data?.type === 'keydown';

/** The work of a page's main thread: that of the first event that matches. */
export class MainThread {
  readonly #events: readonly TraceEvent[];
  readonly #tasks: Span[] = [];

  constructor(trace: readonly TraceEvent[], isOfPage: Matches) {
    const known = trace.find(isOfPage);
    this.#events = trace
      .filter(({ pid, tid }) => pid === known?.pid && tid === known.tid)
      .toSorted((a, b) => a.ts - b.ts);
    for (const task of this.#events.filter(({ name }) => name === 'RunTask').map(spanOf)) {
      // A task that runs inside another belongs to that.
      if (task.start >= (this.#tasks.at(-1)?.end ?? 0)) this.#tasks.push(task);
    }
  }

  /** Returns the first event that matches from a moment on. Throws when there is none. */
  first(what: string, matches: Matches, from = 0): Span {
    const event = this.#events.find((each) => each.ts / 1000 >= from && matches(each));
    if (event) return spanOf(event);
    throw new Error(`The trace has no ${what}`);
  }

  /** Returns the first commit of a frame, which ends the thread's work on it, from a moment on. */
  commitFrom(moment: number): Span {
    return this.first('frame', ({ name }) => name === 'Commit', moment);
  }

  /** Sums up how long the thread worked within a span. */
  busyMs({ start, end }: Span): number {
    const shares = this.#tasks.map((task) => Math.min(task.end, end) - Math.max(task.start, start));
    return shares.reduce((sum, share) => sum + Math.max(0, share), 0);
  }

  /**
   * Returns the work of each key: from the task that handles the key to the one that commits the next
   * frame, without the waits in between. Two keys that share a frame both count it.
   */
  keystrokesMs(): number[] {
    return this.#events.filter(isKeydown).map((keydown) => {
      const pressed = spanOf(keydown).start;
      const { start } = this.#taskAt(pressed);
      const { end } = this.#taskAt(this.commitFrom(pressed).start);
      return this.busyMs({ start, end });
    });
  }

  #taskAt(moment: number): Span {
    const task = this.#tasks.find(({ start, end }) => start <= moment && moment < end);
    if (task) return task;
    throw new Error(`The trace has no task at ${moment}`);
  }
}

function spanOf({ ts, dur = 0 }: TraceEvent): Span {
  return { start: ts / 1000, end: (ts + dur) / 1000 };
}
