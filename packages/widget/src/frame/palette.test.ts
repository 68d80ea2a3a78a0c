import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, legible, ours, type Rgb, type Scheme } from './palette.ts';

const white: Rgb = [1, 1, 1];
const black: Rgb = [0, 0, 0];

/** Returns what the frame makes of these colors of a page, in both schemes. */
function taken(page: Record<string, Rgb>): Record<string, [light: Rgb, dark: Rgb]> {
  const parse = (text: string): Rgb => {
    const [red = 0, green = 0, blue = 0] = text.split(' ').map((part) => Number(part) / 255);
    return [red, green, blue];
  };
  return Object.fromEntries(
    [...legible((name) => page[name])].map(([name, written]) => {
      const [light = '', dark = ''] = [...written.matchAll(/rgb\(([^)]+)\)/g)].map(
        ([, parts = '']) => parts,
      );
      return [name, [parse(light), parse(dark)]];
    }),
  );
}

const own = taken({});

describe('the frame’s colors', () => {
  it('are those of the style sheets, by default', () => {
    const sheets = ['card-checkout', 'after-first-frame'].map((name) =>
      readFileSync(new URL(`../element/${name}.css`, import.meta.url), 'utf8'),
    );
    for (const [name, colors] of Object.entries(ours)) {
      const written = colors.join(', ').replaceAll('#ffffff', '#fff');
      expect(sheets.join('\n')).toContain(`--card-checkout-${name}, light-dark(${written})`);
    }
    expect(own['on-accent']).toEqual([white, [10 / 255, 19 / 255, 48 / 255]]);
  });

  it('take a page’s that can be read', () => {
    const page = { text: black, surface: white, field: white, 'danger-soft': white } as const;
    expect(taken(page)['text']).toEqual([black, black]);
    expect(taken({ ...page, accent: black })['accent']).toEqual([black, black]);
    expect(taken({ ...page, accent: black })['on-accent']).toEqual([white, white]);
  });

  const shades = [0, 0.15, 0.3, 0.45, 0.6, 0.8, 1];
  const colors = shades.flatMap((shade): Rgb[] => [
    [shade, shade, shade],
    [shade, 0, 1 - shade],
    [1, shade, 0.2],
  ]);
  const pairs = [
    ['text', 'surface', 4.5],
    ['text', 'field', 4.5],
    ['text', 'danger-soft', 4.5],
    ['muted', 'surface', 4.5],
    ['muted', 'field', 4.5],
    ['danger', 'surface', 4.5],
    ['danger', 'danger-soft', 4.5],
    ['on-accent', 'accent', 4.5],
    ['border', 'surface', 3],
    ['success', 'surface', 3],
  ] as const;

  it.each([...Object.keys(ours), 'every color'])(
    'can be read whatever a page sets for %s',
    (name) => {
      const faults: string[] = [];
      for (const [index, color] of colors.entries()) {
        const all = Object.keys(ours).map((one, at) => [
          one,
          colors[(index * (at + 1)) % colors.length],
        ]);
        const result = taken(name === 'every color' ? Object.fromEntries(all) : { [name]: color });
        for (const [front, back, least] of pairs)
          for (const scheme of [0, 1] as const) {
            const [one, other] = [
              result[front]?.[scheme] ?? white,
              result[back]?.[scheme] ?? white,
            ];
            // Written colors have 8 bits.
            if (contrast(one, other) < least - 0.05) faults.push(`${front} on ${back}: ${index}`);
          }
      }
      expect(faults).toEqual([]);
    },
  );

  it('differ by scheme', () => {
    const night: Record<Scheme, Rgb> = { light: white, dark: black };
    const written = legible((name, scheme) => (name === 'surface' ? night[scheme] : undefined));
    expect(written.get('surface')).toBe('light-dark(rgb(255 255 255), rgb(0 0 0))');
  });
});
