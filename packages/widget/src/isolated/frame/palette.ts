/** Red, green and blue of sRGB, from 0 to 1. */
export type Rgb = readonly [number, number, number];

export type Scheme = 'light' | 'dark';

/** The colors of the element's style sheets, in both schemes. */
export const ours = {
  accent: ['#0b5fff', '#7aa8ff'],
  text: ['#16202e', '#eef2f8'],
  muted: ['#566273', '#a3b0c2'],
  surface: ['#ffffff', '#131a26'],
  field: ['#ffffff', '#1b2433'],
  border: ['#8592a5', '#6a7890'],
  danger: ['#b3261e', '#ffb4ab'],
  'danger-soft': ['#fdeceb', '#3c1b1a'],
  success: ['#0b7a43', '#6fdca4'],
} as const;
type Name = keyof typeof ours;

/** What may stand on the accent, best first. */
const onAccent = ['#ffffff', '#0a1330', '#000000'];

/** The contrast that WCAG 2.2 wants for text (1.4.3), and for borders and marks (1.4.11). */
const [textContrast, markContrast] = [4.5, 3];

type ColorOf = (name: Name, scheme: Scheme) => Rgb | undefined;

/** Returns the page's colors where the buyer can read the form in them, and ours elsewhere. */
export function legible(pageColor: ColorOf): Map<string, string> {
  const [light, dark] = [legibleIn('light', pageColor), legibleIn('dark', pageColor)];
  const written = Array.from(light, ([name, color]): [string, string] => [
    name,
    `light-dark(${css(color)}, ${css(dark.get(name) ?? color)})`,
  ]);
  return new Map(written);
}

function legibleIn(scheme: Scheme, pageColor: ColorOf): Map<string, Rgb> {
  const our = (name: Name): Rgb => rgb(ours[name][scheme === 'light' ? 0 : 1]);
  const wanted = (name: Name): Rgb => pageColor(name, scheme) ?? our(name);
  const accent = wanted('accent');
  // What the amount, questions and errors stand in and on. One of ours between the page's could be wrong.
  const isLegible = (color: (name: Name) => Rgb): boolean => {
    const [text, surface, field] = [color('text'), color('surface'), color('field')];
    const backs = [surface, field, color('danger-soft')];
    // The presets and the chosen kind tint these.
    const tinted = [mix(surface, text), mix(field, accent)];
    return [...backs, ...tinted].every((back) => contrast(text, back) >= textContrast);
  };
  const base = isLegible(wanted) ? wanted : our;
  const [text, surface] = [base('text'), base('surface')];
  const [field, soft] = [base('field'), base('danger-soft')];
  const on = (name: Name, least: number, ...backs: readonly Rgb[]): Rgb =>
    [wanted(name), our(name), our('muted')].find((one) =>
      backs.every((back) => contrast(one, back) >= least),
    ) ?? text;
  const letters = onAccent.map(rgb).find((one) => contrast(one, accent) >= textContrast);
  return new Map([
    ['text', text],
    ['surface', surface],
    ['field', field],
    ['danger-soft', soft],
    ['muted', on('muted', textContrast, surface, field)],
    ['danger', on('danger', textContrast, surface, soft)],
    ['border', on('border', markContrast, surface)],
    ['success', on('success', markContrast, surface)],
    ['accent', accent],
    ['on-accent', letters ?? text],
  ]);
}

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns a color with 7 % of another, as the style sheets tint it. */
function mix([red, green, blue]: Rgb, other: Rgb): Rgb {
  const part = (one: number, index: 0 | 1 | 2): number => one * 0.93 + other[index] * 0.07;
  return [part(red, 0), part(green, 1), part(blue, 2)];
}

function rgb(hex: string): Rgb {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

function css(color: Rgb): string {
  return `rgb(${color.map((part) => Math.round(part * 255)).join(' ')})`;
}
