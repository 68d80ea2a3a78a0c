import { describe, expect, it } from 'vitest';
import { formatPercent } from './price-words.ts';

describe('formatPercent', () => {
  it.each([
    [1.99, 'pt-BR', '1,99%'],
    [26.68, 'es', '26,68%'],
    [30.1, 'en', '30.10%'],
    [0, 'pt-BR', '0,00%'],
  ])('writes %d percent in %s', (percent, locale, text) => {
    expect(formatPercent(percent, locale)).toBe(text);
  });
});
