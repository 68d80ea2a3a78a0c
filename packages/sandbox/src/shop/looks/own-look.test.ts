import { expect, it } from 'vitest';
import { ownLook } from './own-look.ts';

/** Colors that touch in the element, with the contrast that WCAG 2.2 requires (1.4.3, 1.4.11). */
const pairs = [
  ['text', 'surface', 4.5],
  ['text', 'field', 4.5],
  ['muted', 'surface', 4.5],
  ['on-accent', 'accent', 4.5],
  ['accent', 'surface', 4.5],
  ['danger', 'surface', 4.5],
  ['danger', 'danger-soft', 4.5],
  ['border', 'surface', 3],
  ['border', 'field', 3],
  ['success', 'surface', 3],
] as const;

const colors = colorsIn(ownLook);

it('measures contrast as WCAG does', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2);
});

it.each(pairs)('is readable in light and dark: %s on %s', (on, under, least) => {
  for (const scheme of [0, 1]) {
    const [one = '', other = ''] = [on, under].map((name) => colors.get(name)?.[scheme] ?? '');
    expect(contrast(one, other)).toBeGreaterThan(least);
  }
});

/** Reads a style sheet's colors, each as its light and dark value. */
function colorsIn(css: string): Map<string, string[]> {
  const found = css.matchAll(/--card-checkout-([\w-]+): light-dark\((#\w+), (#\w+)\)/g);
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

/** The contrast of two colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const digits = color.length === 4 ? color.replaceAll(/[\da-f]/g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
