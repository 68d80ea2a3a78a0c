import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeLimit } from './time-limit.ts';

const life = new AbortController();
const page = Object.assign(new EventTarget(), { hidden: false });
let limit: TimeLimit;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  limit = new TimeLimit(90_000, life.signal);
});

afterEach(() => {
  limit.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(isShown: boolean): void {
  page.hidden = !isShown;
  page.dispatchEvent(new Event('visibilitychange'));
}

const isOverAfter = (ms: number): boolean => {
  vi.advanceTimersByTime(ms);
  return limit.signal.aborted;
};

it('is about to end 20 s before, unless the buyer takes more time, 15 minutes at most', () => {
  expect(isOverAfter(69_000) || limit.isEnding).toBe(false);
  expect(isOverAfter(2_000)).toBe(false);
  expect(limit.isEnding).toBe(true);
  limit.extend();
  expect(limit.isEnding).toBe(false);
  expect(isOverAfter(108_000)).toBe(false);
  expect(isOverAfter(1_000)).toBe(true);
});

it('is no longer than 15 minutes, however often it is extended', () => {
  for (let times = 0; times < 20; times += 1) limit.extend();
  expect(isOverAfter(899_000) || limit.isEnding).toBe(false);
  expect(isOverAfter(1_000)).toBe(true);
});

it('leaves 15 s to a buyer who comes back', () => {
  show(false);
  expect(isOverAfter(200_000)).toBe(false);
  show(true);
  expect(isOverAfter(14_900)).toBe(false);
  expect(isOverAfter(100)).toBe(true);
});

it('leaves 15 s to a page that was frozen', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 150_000);
  expect(isOverAfter(90_000)).toBe(false);
  now.mockRestore();
  expect(isOverAfter(14_900)).toBe(false);
  expect(isOverAfter(100)).toBe(true);
});

it('ends for a page that stays hidden', () => {
  show(false);
  expect(isOverAfter(899_000)).toBe(false);
  expect(isOverAfter(16_000)).toBe(true);
});
