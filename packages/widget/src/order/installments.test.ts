import { describe, expect, it } from 'vitest';
import { CardForm } from '../fields/card-form.ts';
import { plansOf, type Offer } from './installments.ts';
import { inWords } from '../locales/price-words.ts';
import { form as en } from '../locales/en.json';
import { form as es } from '../locales/es.json';
import { form as ptBR } from '../locales/pt-br.json';

const languages = { 'pt-BR': ptBR, en, es };
const rates = { monthlyRate: 1.99, annualRate: 26.68, cet: 30.12 };
const inFull = { count: 1, amount: 129_900, total: 129_900 };
const inTwelve = { count: 12, amount: 12_276, total: 147_312, ...rates };

function choices(offer: Offer, locale: keyof typeof languages = 'pt-BR') {
  const language = languages[locale];
  return plansOf(offer)
    .map((plan) => inWords(plan, offer, language))
    .map(({ count, totalCentavos, label, details }) => ({
      count,
      totalCentavos,
      label: withPlainSpaces(label),
      details: details && withPlainSpaces(details).split('\n'),
    }));
}

function withPlainSpaces(text: string): string {
  return text.replaceAll('\u00A0', ' ');
}

describe('the choices of an order without plans', () => {
  it('cost the same, and are without interest', () => {
    expect(choices({ amountCentavos: 10_000, maxInstallments: 2 })).toEqual([
      { count: 1, totalCentavos: 10_000, label: '1x de R$ 100,00 à vista' },
      {
        count: 2,
        totalCentavos: 10_000,
        label: '2x de R$ 50,00 sem juros',
        details: ['Total: R$ 100,00.', 'Preço à vista: R$ 100,00.'],
      },
    ]);
  });

  it('say that the first installment takes what does not divide', () => {
    const [, , inThree] = choices({ amountCentavos: 10_000, maxInstallments: 3 });

    expect(inThree?.label).toBe('3x de R$ 33,33 sem juros');
    expect(inThree?.details).toContain('1ª parcela: R$ 33,34.');
  });

  it('have no installment of less than a centavo', () => {
    expect(choices({ amountCentavos: 2, maxInstallments: 12 })).toHaveLength(2);
  });
});

describe('the choices of an order with plans', () => {
  const offer = { amountCentavos: 129_900, maxInstallments: 12 };

  it('are the plans, with everything that the law wants shown', () => {
    const agent = 'Banco Exemplo';

    const [first, second, ...others] = choices({
      ...offer,
      plans: [inFull, { ...inTwelve, agent }],
    });

    expect(others).toEqual([]);
    expect(first).toEqual({
      count: 1,
      totalCentavos: 129_900,
      label: '1x de R$ 1.299,00 à vista',
    });
    expect(second).toEqual({
      count: 12,
      totalCentavos: 147_312,
      label: '12x de R$ 122,76 com juros (R$ 1.473,12)',
      details: [
        'Total: R$ 1.473,12.',
        'Juros: 1,99% ao mês, 26,68% ao ano. CET (custo efetivo total): 30,12% ao ano.',
        'Financiado por Banco Exemplo.',
        'Preço à vista: R$ 1.299,00.',
      ],
    });
  });

  it.each([
    ['en', '12 × R$122.76 with interest (R$1,473.12)'],
    ['es', '12 cuotas de R$ 122,76 con interés (R$ 1.473,12)'],
  ] as const)('speak %s', (locale, label) => {
    expect(choices({ ...offer, plans: [inTwelve] }, locale)[0]?.label).toBe(label);
  });

  it('show an installment that was rounded up as it is', () => {
    const plans = [{ count: 7, amount: 18_558, total: 129_900 }];

    expect(choices({ ...offer, plans })[0]?.label).toBe('7x de R$ 185,58 sem juros');
  });

  it('call the price with a discount the cash price', () => {
    const discounted = { count: 1, amount: 123_405, total: 123_405 };

    const [first, second] = choices({ ...offer, plans: [discounted, inTwelve] });

    expect(first?.label).toBe('1x de R$ 1.234,05 à vista');
    expect(second?.details).toContain('Preço à vista: R$ 1.234,05.');
  });

  it('show the CET of a plan without interest', () => {
    const plans = [{ count: 3, amount: 43_300, total: 129_900, cet: 0 }];

    expect(choices({ ...offer, plans })[0]?.details).toContain(
      'Juros: 0,00% ao mês, 0,00% ao ano. CET (custo efetivo total): 0,00% ao ano.',
    );
  });
});

describe('a chosen number of installments', () => {
  const offered = [3, 12].map((count) => ({ count, totalCentavos: 129_900, label: '' }));

  it.each([
    ['stands while it is on offer', 12, { count: 12, isTakenBack: false }],
    ['is taken back when it is not', 6, { count: 3, isTakenBack: true }],
    ['is nobody’s choice before the first', 1, { count: 3, isTakenBack: false }],
  ])('%s', (_name, chosen, kept) => {
    const form = new CardForm();
    form.installments = chosen;
    const isTakenBack = form.offer(offered);

    expect({ count: form.installments, isTakenBack }).toEqual(kept);
  });
});
