import { describe, expect, it } from 'vitest';
import { promptnessOf } from './retry.ts';

const inTime = (count: number) => Array.from({ length: count }, () => 2000);

describe('postbacks', () => {
  it.each([
    ['that never came', [undefined, undefined], 'never'],
    ['of no payment', [], 'unknown'],
    ['sooner than the wait', [2000, 0, 5000], 'in_time'],
    ['later than the wait', [5001, 60_000], 'late'],
    ['of which one in ten came late', [...inTime(9), 60_000], 'in_time'],
    ['of which one in ten did not come', [...inTime(9), undefined], 'in_time'],
    ['of which two in ten came late or not', [...inTime(8), 60_000, undefined], 'late'],
  ])('%s', (_words, delaysMs, promptness) => {
    expect(promptnessOf(delaysMs, 5000)).toBe(promptness);
  });
});
