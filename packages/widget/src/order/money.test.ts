import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { form as en } from '../locales/en.json';
import { form as es } from '../locales/es.json';
import { form as ptBR } from '../locales/pt-br.json';
import { formatMoney, formatPercent } from './money.ts';

const numbersIn = { 'pt-BR': ptBR.numbers, en: en.numbers, es: es.numbers };

describe('formatMoney', () => {
  it.each([
    [5, 'pt-BR', 'R$\u00A00,05'],
    [12_990, 'pt-BR', 'R$\u00A0129,90'],
    [123_456, 'pt-BR', 'R$\u00A01.234,56'],
    [100_000_000, 'pt-BR', 'R$\u00A01.000.000,00'],
    [12_990, 'en', 'R$129.90'],
    [123_456, 'es', 'R$\u00A01.234,56'],
  ] as const)('writes %i centavos in %s', (amount, locale, text) => {
    expect(formatMoney(amount, numbersIn[locale])).toBe(text);
  });

  it.each([
    ['pt-BR', 'pt-BR'],
    ['en', 'en'],
    // Plain `es` puts the R$ last.
    ['es', 'es-AR'],
  ] as const)('writes any amount in %s as the browser would in %s', (locale, language) => {
    const options = {
      style: 'currency',
      currency: 'BRL',
      currencyDisplay: 'narrowSymbol',
    } as const;
    const format = new Intl.NumberFormat(language, options);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e14 }), (centavos) => {
        expect(formatMoney(centavos, numbersIn[locale])).toBe(format.format(centavos / 100));
      }),
    );
  });
});

describe('formatPercent', () => {
  it.each([
    [1.99, 'pt-BR', '1,99%'],
    [26.68, 'es', '26,68%'],
    [30.1, 'en', '30.10%'],
    [1234.5, 'pt-BR', '1.234,50%'],
    [0, 'pt-BR', '0,00%'],
  ] as const)('writes %d percent in %s', (percent, locale, text) => {
    expect(formatPercent(percent, numbersIn[locale])).toBe(text);
  });
});
