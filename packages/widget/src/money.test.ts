import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';

describe('formatMoney', () => {
  it.each([
    [5, 'pt-BR', 'R$\u00A00,05'],
    [12_990, 'pt-BR', 'R$\u00A0129,90'],
    [123_456, 'pt-BR', 'R$\u00A01.234,56'],
    [100_000_000, 'pt-BR', 'R$\u00A01.000.000,00'],
    [12_990, 'en', 'R$129.90'],
  ])('writes %i centavos in %s', (amount, locale, text) => {
    expect(formatMoney(amount, locale)).toBe(text);
  });
});
