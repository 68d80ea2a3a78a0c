import { describe, expect, it } from 'vitest';
import { installmentPlans, type InstallmentTerms } from './installment-plans.ts';

const terms = {
  amount: 129_900,
  max: 12,
  interestFree: 3,
  monthlyRate: 1.99,
  minInstallment: 500,
};

/** Makes the plan with the most installments. */
function lastPlan(changes: Partial<InstallmentTerms>) {
  const { plans = [] } = installmentPlans({ ...terms, ...changes });
  return plans.at(-1);
}

describe('installmentPlans', () => {
  it('offers installments without interest, then with it', () => {
    const { max, plans = [] } = installmentPlans({ ...terms, lender: 'Banco Exemplo' });

    expect([max, plans.length]).toEqual([12, 12]);
    expect(plans[2]).toEqual({ count: 3, amount: 43_300, total: 129_900 });
    expect(plans[11]).toEqual({
      count: 12,
      amount: 12_276,
      total: 147_312,
      monthlyRate: 1.99,
      annualRate: 26.68,
      cet: 26.68,
      agent: 'Banco Exemplo',
    });
  });

  // The installment is ROUND(PMT(…); 2), the CET (1 + RATE(…)) ^ 12 - 1 of that installment.
  it.each([
    { amount: 100_000, monthlyRate: 2.5, max: 6, installment: 18_155, annual: 34.49, cet: 34.49 },
    { amount: 12_990, monthlyRate: 2.99, max: 12, installment: 1304, annual: 42.41, cet: 42.36 },
    { amount: 250_000, monthlyRate: 1.49, max: 24, installment: 12_467, annual: 19.42, cet: 19.43 },
    { amount: 5000, monthlyRate: 3.5, max: 3, installment: 1785, annual: 51.11, cet: 51.28 },
    { amount: 99_999, monthlyRate: 0.99, max: 18, installment: 6093, annual: 12.55, cet: 12.56 },
  ])(
    'computes $max of $amount at $monthlyRate % as a spreadsheet does',
    ({ installment, annual, cet, ...given }) => {
      expect(lastPlan({ ...given, interestFree: 1 })).toEqual({
        count: given.max,
        amount: installment,
        total: installment * given.max,
        monthlyRate: given.monthlyRate,
        annualRate: annual,
        cet,
      });
    },
  );

  it('keeps the remainder of installments without interest for the first', () => {
    expect(lastPlan({ amount: 10_000, max: 3 })).toEqual({ count: 3, amount: 3333, total: 10_000 });
  });

  it('refuses totals that are not exact numbers', () => {
    const amount = Number.MAX_SAFE_INTEGER;

    expect(installmentPlans({ ...terms, amount, max: 3 }).max).toBe(3);
    expect(() => installmentPlans({ ...terms, amount })).toThrow(
      /^amount is too large: a total of/,
    );
  });

  it('leaves out installments below the smallest, but not the payment at once', () => {
    expect(installmentPlans({ ...terms, amount: 1700 }).max).toBe(3);
    expect(installmentPlans({ ...terms, amount: 100 })).toEqual({
      max: 1,
      plans: [{ count: 1, amount: 100, total: 100 }],
    });
  });

  it.each([
    [{ amount: 1299.5 }, 'amount must be a whole number'],
    [{ max: 100 }, 'max must be at most 99'],
    [{ monthlyRate: -1 }, 'monthlyRate must be at least 0'],
    [{ monthlyRate: '1.99' }, 'monthlyRate must be a number'],
    [{ monthlyRate: undefined }, 'monthlyRate is missing'],
  ])('says what is wrong with %j', (wrong, reason) => {
    const given: InstallmentTerms = JSON.parse(JSON.stringify({ ...terms, ...wrong }));

    expect(() => installmentPlans(given)).toThrow(new RangeError(reason));
  });
});
