import type { ColorName, Colors, LengthName } from './properties.ts';
import { fonts } from './properties.ts';

/** A ready-made look; what it leaves out is as the element has it. */
export interface Theme {
  title: string;
  colors: Partial<Record<ColorName, Colors>>;
  lengths?: Partial<Record<LengthName, number>>;
  font?: string;
}

/** Lists the looks of the demo shop's page `/looks`. */
export const themes: Readonly<Record<string, Theme>> = {
  padrao: { title: 'Padrão', colors: {} },
  jequitiba: {
    title: 'Casa Jequitibá',
    colors: {
      accent: ['#2f6b3a', '#8fd39a'],
      'on-accent': ['#ffffff', '#0e1f11'],
      text: ['#1f2a1c', '#edf1e6'],
      muted: ['#5d6857', '#a5b09c'],
      surface: ['#ffffff', '#1b1f17'],
      field: ['#ffffff', '#23291e'],
      border: ['#8a937f', '#6f7b66'],
    },
  },
  nanquim: {
    title: 'Nanquim',
    colors: {
      accent: ['#111111', '#f4f1ea'],
      'on-accent': ['#ffffff', '#111111'],
      text: ['#111111', '#f4f1ea'],
      muted: ['#575757', '#b4afa5'],
      surface: ['#ffffff', '#121212'],
      field: ['#ffffff', '#121212'],
      border: ['#6f6f6f', '#8d887e'],
    },
    lengths: { radius: 0, gap: 20 },
    font: fonts['Serifada'],
  },
  ipe: {
    title: 'Ipê-roxo',
    colors: {
      accent: ['#7a2a86', '#e3a6ee'],
      'on-accent': ['#ffffff', '#2a0a30'],
      text: ['#2a1930', '#f5ecf7'],
      muted: ['#6d5a73', '#bba9c1'],
      surface: ['#fdf8fe', '#1d1421'],
      field: ['#ffffff', '#291d2e'],
      border: ['#9a83a1', '#82708a'],
    },
    lengths: { radius: 14 },
  },
  mare: {
    title: 'Maré',
    colors: {
      accent: ['#0b6b74', '#6fdde2'],
      'on-accent': ['#ffffff', '#04282b'],
      text: ['#10292c', '#e6f4f4'],
      muted: ['#4c6669', '#9db9bb'],
      surface: ['#f1f9f8', '#0c1b1d'],
      field: ['#ffffff', '#132629'],
      border: ['#74908f', '#5f7d80'],
    },
    lengths: { radius: 24, gap: 18 },
    font: fonts['Arredondada'],
  },
};
