/** A custom property of the element that holds a color. */
export interface ColorProperty {
  /** Follows `--card-checkout-`. */
  name: string;
  title: string;
  /** The element's own colors, for light and dark. */
  colors: Colors;
}

/** A color for light pages and one for dark pages, as `#rrggbb`. */
export type Colors = readonly [light: string, dark: string];

/** A custom property of the element that holds a length. */
interface LengthProperty {
  name: string;
  title: string;
  /** Pixels. */
  byDefault: number;
  min: number;
  max: number;
}

/** Lists the colors with the element's own values (card-checkout.css). */
export const colorProperties = [
  { name: 'accent', title: 'Destaque', colors: ['#0b5fff', '#7aa8ff'] },
  { name: 'on-accent', title: 'Sobre o destaque', colors: ['#ffffff', '#0a1330'] },
  { name: 'text', title: 'Texto', colors: ['#16202e', '#eef2f8'] },
  { name: 'muted', title: 'Texto discreto', colors: ['#566273', '#a3b0c2'] },
  { name: 'surface', title: 'Fundo', colors: ['#ffffff', '#131a26'] },
  { name: 'field', title: 'Campo', colors: ['#ffffff', '#1b2433'] },
  { name: 'border', title: 'Borda', colors: ['#8592a5', '#6a7890'] },
  { name: 'danger', title: 'Erro', colors: ['#b3261e', '#ffb4ab'] },
  { name: 'danger-soft', title: 'Fundo do erro', colors: ['#fdeceb', '#3c1b1a'] },
  { name: 'success', title: 'Aprovado', colors: ['#0b7a43', '#6fdca4'] },
] as const satisfies readonly ColorProperty[];

export type ColorName = (typeof colorProperties)[number]['name'];

/** Lists the lengths with the element's own values. */
export const lengthProperties = [
  { name: 'radius', title: 'Cantos', byDefault: 10, min: 0, max: 26 },
  { name: 'gap', title: 'Espaço', byDefault: 16, min: 8, max: 32 },
] as const satisfies readonly LengthProperty[];

export type LengthName = (typeof lengthProperties)[number]['name'];

/** Lists values of `--card-checkout-font`, the element's own first. */
export const fonts = {
  'Do sistema': '16px/1.5 system-ui, sans-serif',
  Maior: '19px/1.5 system-ui, sans-serif',
  Serifada: '17px/1.5 Georgia, serif',
  Arredondada: '16px/1.5 ui-rounded, Nunito, Quicksand, system-ui, sans-serif',
  Monoespaçada: '15px/1.5 ui-monospace, Menlo, Consolas, monospace',
} as const;
