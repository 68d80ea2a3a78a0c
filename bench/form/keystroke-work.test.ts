import { expect, test } from 'vitest';
import { keystrokesIn } from './keystroke-work.ts';
import type { TraceEvent } from './trace.ts';

/** Makes an event out of ms. */
function event(name: string, startMs: number, ms: number, data?: TraceEvent['args']['data']) {
  const args = data ? { data } : {};
  return { name, pid: 1, tid: 1, ts: startMs * 1000, dur: ms * 1000, args };
}

function key(startMs: number, paintMs: number): TraceEvent[] {
  return [
    event('EventTiming', startMs - 1, 0, { type: 'keydown', duration: paintMs }),
    event('RunTask', startMs, 5),
    event('EventDispatch', startMs + 1, 1, { type: 'keydown' }),
  ];
}

function frame(startMs: number): TraceEvent[] {
  return [event('RunTask', startMs, 4), event('Commit', startMs + 2, 1)];
}

test('a keystroke costs its own task and its frame, but no wait between them', () => {
  const thread = [...key(10, 25), ...frame(30)];

  const costs = keystrokesIn(thread);

  expect(costs).toEqual([{ workMs: 9, workUntilNextMs: 9, paintMs: 25 }]);
});

test('what runs between the key and its frame counts, what runs after the frame counts apart', () => {
  const between = event('RunTask', 20, 3);
  const after = event('RunTask', 40, 2);
  const thread = [...key(10, 25), between, ...frame(30), after, ...key(100, 15), ...frame(110)];

  const [first, second] = keystrokesIn(thread);

  expect(first).toEqual({ workMs: 12, workUntilNextMs: 14, paintMs: 25 });
  expect(second).toEqual({ workMs: 9, workUntilNextMs: 9, paintMs: 15 });
});

test('a task inside another counts once', () => {
  const nested = event('RunTask', 12, 2);
  const [timing, task, dispatch] = key(10, 25);
  const thread = [timing, task, dispatch, nested, ...frame(30)].filter(
    (part) => part !== undefined,
  );

  const [cost] = keystrokesIn(thread);

  expect(cost?.workMs).toBe(9);
});

test('a key that one frame shows together with the next counts until that frame', () => {
  const thread = [...key(10, 120), ...key(100, 15), ...frame(110)];

  const [first, second] = keystrokesIn(thread);

  expect(first).toEqual({ workMs: 14, workUntilNextMs: 5, paintMs: 120 });
  expect(second).toEqual({ workMs: 9, workUntilNextMs: 9, paintMs: 15 });
});
