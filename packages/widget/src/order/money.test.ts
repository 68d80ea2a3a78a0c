import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';

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

  it.each([
    ['pt-BR', 'pt-BR'],
    ['en', 'en'],
    // Plain `es` puts the R$ last.
    ['es', 'es-AR'],
  ])('writes any amount in %s as the browser would in %s', (locale, language) => {
    const options = {
      style: 'currency',
      currency: 'BRL',
      currencyDisplay: 'narrowSymbol',
    } as const;
    const format = new Intl.NumberFormat(language, options);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e14 }), (centavos) => {
        expect(formatMoney(centavos, locale)).toBe(format.format(centavos / 100));
      }),
    );
  });
});
