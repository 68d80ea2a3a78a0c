import { describe, expect, it } from 'vitest';
import { annualRateOf, monthlyRateOf, priceInstallment } from './price-table.ts';

// PMT(rate; count; -amount), RATE(count; -installment; amount) and EFFECT, to 4 decimals.
describe.each([
  { amount: 129_900, rate: 1.99, count: 12, pmt: 12_275.7492, annual: 26.6751 },
  { amount: 100_000, rate: 2.5, count: 6, pmt: 18_154.9971, annual: 34.4889 },
  { amount: 12_990, rate: 2.99, count: 12, pmt: 1304.2236, annual: 42.4101 },
  { amount: 250_000, rate: 1.49, count: 24, pmt: 12_466.535, annual: 19.4205 },
  { amount: 12_000, rate: 0, count: 12, pmt: 1000, annual: 0 },
])('$amount centavos in $count at $rate %', ({ amount, rate, count, pmt, annual }) => {
  it('has the installment, the rate and the annual rate of a spreadsheet', () => {
    expect(priceInstallment(amount, rate, count)).toBeCloseTo(pmt, 4);
    expect(monthlyRateOf(amount, pmt, count)).toBeCloseTo(rate, 5);
    expect(annualRateOf(rate)).toBeCloseTo(annual, 4);
  });
});

it('has no rate for installments that cost nothing', () => {
  expect(monthlyRateOf(10_000, 3333, 3)).toBe(0);
});
