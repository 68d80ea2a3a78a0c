import { expect, it, onTestFinished, vi } from 'vitest';
import { LineLimit } from './log.ts';

it('lets so many lines through each second', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const limit = new LineLimit(2);
  const threeLines = () => [1, 2, 3].map(() => limit.allowsOne());

  const first = threeLines();
  vi.advanceTimersByTime(1000);
  const second = threeLines();

  expect([first, second]).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
});
