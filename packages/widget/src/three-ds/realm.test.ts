import { expect, it } from 'vitest';
import { windowSizeIn } from './realm.ts';

it.each([
  [600, 660, '03'],
  [500, 600, '03'],
  [800, 500, '04'],
  [600, 400, '04'],
  [599, 400, '02'],
  [412, 860, '02'],
  [360, 588, '01'],
  [250, 400, '01'],
  [740, 310, '05'],
  [240, 500, '05'],
] as const)('in %i × %i the challenge has the size %s', (innerWidth, innerHeight, size) => {
  expect(windowSizeIn({ innerWidth, innerHeight })).toBe(size);
});
