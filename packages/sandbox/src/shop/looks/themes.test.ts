import { describe, expect, it } from 'vitest';
import { contrast, pairs } from '../../../public/shop/looks-contrast.js';
import { colorProperties } from './properties.ts';
import { themes } from './themes.ts';

const ownColors = Object.fromEntries(colorProperties.map(({ name, colors }) => [name, colors]));

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(Object.values(themes))('the theme $title', ({ colors }) => {
  const all = { ...ownColors, ...colors };

  it.each(pairs)('can be read in light and in dark: $title', ({ on, under, least }) => {
    for (const scheme of [0, 1] as const) {
      expect(contrast(all[on]?.[scheme] ?? '', all[under]?.[scheme] ?? '')).toBeGreaterThan(least);
    }
  });
});
