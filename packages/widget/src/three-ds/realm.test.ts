import { expect, it } from 'vitest';
import { windowSizeIn } from './realm.ts';

it.each([
  [600, 660, '03'],
  [600, 600, '03'],
  [800, 500, '04'],
  [600, 400, '04'],
  [599, 700, '05'],
  [412, 860, '05'],
  [390, 700, '05'],
  [740, 310, '05'],
] as const)('in %i × %i the challenge has the size %s', (innerWidth, innerHeight, size) => {
  expect(windowSizeIn({ innerWidth, innerHeight })).toBe(size);
});
