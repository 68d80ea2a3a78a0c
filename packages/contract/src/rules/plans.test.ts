import { describe, expect, it } from 'vitest';
import type { InstallmentPlan } from '../order.ts';
import { findWrongPlan } from './plans.ts';

/** R$ 1.299,00 at 1,99% a month, by compound interest. */
const withInterest = {
  count: 12,
  amount: 12_276,
  total: 147_312,
  monthlyRate: 1.99,
  annualRate: 26.68,
  cet: 30.12,
};
const inThree = { count: 3, amount: 43_300, total: 129_900 };
const inFull = { count: 1, amount: 129_900, total: 129_900 };

function wrongIn(...plans: InstallmentPlan[]) {
  return findWrongPlan(plans, 129_900, 12);
}

describe('findWrongPlan', () => {
  it.each([
    ['plans with and without interest', [inFull, inThree, withInterest]],
    ['a discount in full', [{ count: 1, amount: 120_000, total: 120_000 }]],
    ['a larger first installment', [{ count: 7, amount: 18_557, total: 129_900 }]],
    ['an installment that is rounded up', [{ count: 7, amount: 18_558, total: 129_900 }]],
    ['interest of nothing', [{ ...withInterest, monthlyRate: 0, annualRate: 0 }]],
  ])('takes %s', (_name, plans) => {
    expect(wrongIn(...plans)).toBeUndefined();
  });

  it.each([
    ['a number of installments twice', [inThree, inThree], [1, 'count']],
    ['more installments than the most', [inFull, { ...withInterest, count: 13 }], [1, 'count']],
    [
      'a total that is a centavo per installment off',
      [{ ...inThree, total: 129_897 }],
      [0, 'total'],
    ],
    ['reais instead of centavos', [{ ...inThree, amount: 433 }], [0, 'total']],
    ['an amount in full that differs', [{ ...inFull, amount: 129_899 }], [0, 'total']],
    ['no rate of a month', [{ ...withInterest, monthlyRate: undefined }], [0, 'monthlyRate']],
    ['no rate of a year', [{ ...withInterest, annualRate: undefined }], [0, 'annualRate']],
    ['no CET', [{ ...withInterest, cet: undefined }], [0, 'cet']],
    [
      'a dearer payment in full',
      [{ count: 1, amount: 130_000, total: 130_000 }],
      [0, 'monthlyRate'],
    ],
  ])('finds %s', (_name, plans, wrong) => {
    expect(wrongIn(...plans)).toEqual(wrong);
  });
});
