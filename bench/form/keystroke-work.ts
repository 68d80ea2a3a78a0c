import { busyMs, commitFrom, found, spanOf, tasksOf, type TraceEvent } from './trace.ts';

/** What one keystroke cost. */
export interface KeystrokeCost {
  /** Main-thread work from the task that handles the key to the frame that shows it, with both. */
  workMs: number;
  /** Main-thread work from there until the next key, whatever caused it. */
  workUntilNextMs: number;
  /** From the press of the key to the frame on the screen, as Event Timing has it; waits included. */
  paintMs: number;
}

/**
 * Reads from the trace of a main thread what each keystroke cost. The time in which the thread waits,
 * for the next frame above all, is no work. What two keys share that one frame shows counts for both.
 */
export function keystrokesIn(thread: readonly TraceEvent[]): KeystrokeCost[] {
  const tasks = tasksOf(thread);
  const keydowns = thread.filter(isKeydown);
  const timings = thread.filter(
    ({ name, args }) => name === 'EventTiming' && args.data?.type === 'keydown',
  );
  const begins = keydowns.map(({ ts }) => taskAt(ts / 1000).start);

  return keydowns.map((keydown, index) => {
    const start = found(begins[index], 'task of a key');
    const end = begins[index + 1] ?? Infinity;
    const commit = found(commitFrom(thread, spanOf(keydown).start), 'frame after a key');
    const shown = taskAt(commit.start).end;
    return {
      workMs: busyMs(tasks, { start, end: shown }),
      workUntilNextMs: busyMs(tasks, { start, end }),
      paintMs: found(timings[index]?.args.data?.duration, 'timing of a key'),
    };
  });

  function taskAt(moment: number) {
    return found(
      tasks.find((task) => task.start <= moment && moment < task.end),
      'task at that moment',
    );
  }
}

/** Tells whether an event is the dispatch of a pressed key. */
export function isKeydown({ name, args }: TraceEvent): boolean {
  return name === 'EventDispatch' && args.data?.type === 'keydown';
}
