import { expect, it } from 'vitest';
import { retryAfterMsOf } from './retry-after.ts';

const now = Date.parse('Sun, 22 Nov 2026 12:00:00 GMT');

it.each([
  ['7', 7000],
  ['0', 0],
  ['Sun, 22 Nov 2026 12:00:30 GMT', 30_000],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
  [['3', '4'], 3000],
  ['soon', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  [undefined, undefined],
])('reads Retry-After: %s', (header, expected) => {
  expect(retryAfterMsOf(header, now)).toBe(expected);
});
