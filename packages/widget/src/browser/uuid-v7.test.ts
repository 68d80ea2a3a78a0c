import { expect, it, onTestFinished, vi } from 'vitest';
import { uuidV7 } from './uuid-v7.ts';

it('makes UUIDs of version 7 that sort by their time', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const keys = [0, 1, 1_900_000_000_000].map((ms) => {
    vi.setSystemTime(ms);
    return uuidV7();
  });

  for (const key of keys) {
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
  expect(keys.toSorted()).toEqual(keys);
  expect(keys[2]).toMatch(/^01ba60d3-3800-/);
  expect(uuidV7()).not.toBe(keys[2]);
});
