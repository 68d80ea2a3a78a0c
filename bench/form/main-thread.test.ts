import { expect, test } from 'vitest';
import { isKeydown, MainThread, type TraceEvent } from './main-thread.ts';

/** Makes an event out of ms. */
function event(name: string, startMs: number, ms: number, data?: TraceEvent['args']['data']) {
  const args = data ? { data } : {};
  return { name, pid: 1, tid: 1, ts: startMs * 1000, dur: ms * 1000, args };
}

function key(startMs: number): TraceEvent[] {
  return [
    event('RunTask', startMs, 5),
    event('EventDispatch', startMs + 1, 1, { type: 'keydown' }),
  ];
}

function frame(startMs: number): TraceEvent[] {
  return [event('RunTask', startMs, 4), event('Commit', startMs + 2, 1)];
}

function keystrokesIn(trace: readonly TraceEvent[]): number[] {
  return new MainThread(trace, isKeydown).keystrokesMs();
}

test('a keystroke costs its own task and its frame, but no wait between them', () => {
  expect(keystrokesIn([...key(10), ...frame(30)])).toEqual([9]);
});

test('what runs between the key and its frame counts, what runs after the frame does not', () => {
  const between = event('RunTask', 20, 3);
  const after = event('RunTask', 40, 2);

  const costs = keystrokesIn([
    ...key(10),
    between,
    ...frame(30),
    after,
    ...key(100),
    ...frame(110),
  ]);

  expect(costs).toEqual([12, 9]);
});

test('a task inside another counts once', () => {
  const nested = event('RunTask', 12, 2);

  expect(keystrokesIn([...key(10), nested, ...frame(30)])).toEqual([9]);
});

test('a key that one frame shows together with the next counts until that frame', () => {
  expect(keystrokesIn([...key(10), ...key(100), ...frame(110)])).toEqual([14, 9]);
});

test('what another thread does counts nowhere', () => {
  const other = { ...event('RunTask', 16, 10), tid: 2 };

  expect(keystrokesIn([...key(10), other, ...frame(30)])).toEqual([9]);
});
