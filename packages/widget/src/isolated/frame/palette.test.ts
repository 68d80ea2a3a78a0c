import { describe, expect, it } from 'vitest';
import { contrast, legible, ours, type Rgb, type Scheme } from './palette.ts';

const white: Rgb = [1, 1, 1];
const black: Rgb = [0, 0, 0];

function parse(text: string): Rgb {
  const [red = 0, green = 0, blue = 0] = text.split(' ').map((part) => Number(part) / 255);
  return [red, green, blue];
}

/** Returns what the frame makes of these colors of a page, in both schemes. */
function taken(page: Record<string, Rgb | undefined>): Record<string, [light: Rgb, dark: Rgb]> {
  const written = [...legible((name) => page[name])].map(([name, value]) => {
    const [light = '', dark = ''] = [...value.matchAll(/rgb\(([^)]+)\)/g)].map(
      ([, rgb = '']) => rgb,
    );
    return [name, [parse(light), parse(dark)] satisfies [Rgb, Rgb]] as const;
  });
  return Object.fromEntries(written);
}

describe('the frame’s colors', () => {
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

  const names = Object.keys(ours);

  it.each([...names, 'every color'])('can be read whatever a page sets for %s', (name) => {
    const faults = colors.flatMap((color, index) => {
      const all = names.map((one, at) => [one, colors[(index * (at + 1)) % colors.length]]);
      const result = taken(name === 'every color' ? Object.fromEntries(all) : { [name]: color });
      return pairs.filter(([front, back, least]) => {
        const [fronts = [], backs = []] = [result[front], result[back]];
        // Written colors have 8 bits.
        return fronts.some((one, at) => contrast(one, backs[at] ?? one) < least - 0.05);
      });
    });
    expect(faults).toEqual([]);
  });

  it('differ by scheme', () => {
    const night: Record<Scheme, Rgb> = { light: white, dark: black };
    const written = legible((name, scheme) => (name === 'surface' ? night[scheme] : undefined));
    expect(written.get('surface')).toBe('light-dark(rgb(255 255 255), rgb(0 0 0))');
  });
});
