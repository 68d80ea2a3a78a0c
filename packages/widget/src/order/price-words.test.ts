import { describe, expect, it } from 'vitest';
import { formatMoney, formatPercent } from './price-words.ts';

describe('formatMoney', () => {
  it.each([
    [5, 'pt-BR', 'R$\u00A00,05'],
    [12_990, 'pt-BR', 'R$\u00A0129,90'],
    [123_456, 'pt-BR', 'R$\u00A01.234,56'],
    [100_000_000, 'pt-BR', 'R$\u00A01.000.000,00'],
    [12_990, 'en', 'R$129.90'],
    [123_456, 'es', 'R$\u00A01.234,56'],
  ])('writes %i centavos in %s', (amount, locale, text) => {
    expect(formatMoney(amount, locale)).toBe(text);
  });
});

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
