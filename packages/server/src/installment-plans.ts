import { requirement } from '@card-checkout/contract';
import type { InstallmentOffer, InstallmentPlan } from '@card-checkout/contract/order';
import { annualRateOf, monthlyRateOf, priceInstallment } from '@card-checkout/contract/price-table';
import { z } from 'zod';

/** The terms of installments. Amounts are integer centavos. */
export interface InstallmentTerms {
  /** The order's amount. */
  amount: number;
  /** The most installments, 1 to 99. */
  max: number;
  /** Up to how many installments there is no interest; 1 for none. */
  interestFree: number;
  /** The interest per month for more installments, as a percentage: 1.99 means 1,99%. */
  monthlyRate: number;
  /** The smallest installment; more installments than that allows are left out. */
  minInstallment: number;
  /** Who lends (CDC art. 54-B). */
  lender?: string | undefined;
}

const centavos = z.int().min(1);
const count = z.int().min(1).max(99);
const Terms: z.ZodType<InstallmentTerms> = z.strictObject({
  amount: centavos,
  max: count,
  interestFree: count,
  monthlyRate: z.number().min(0).max(100),
  minInstallment: centavos,
  lender: z.string().min(1).max(120).optional(),
});

/**
 * Computes the claim `installments` by the Price table, the first installment due after a month. An
 * installment with interest is rounded half up to the centavo, and `total` is `count` times it; without
 * interest `total` is the amount, and the first installment has the remainder. `annualRate` compounds
 * `monthlyRate`. `cet` is what the rounded installments cost a year, without taxes and fees. Both have
 * two decimals. Throws a `RangeError` for impossible terms, and for totals that aren't exact numbers.
 *
 * @example
 * const terms = { max: 12, interestFree: 3, monthlyRate: 1.99, minInstallment: 500 };
 * const installments = installmentPlans({ amount: 129900, ...terms });
 */
export function installmentPlans(terms: InstallmentTerms): InstallmentOffer {
  const { data, error } = Terms.safeParse(terms, { error: requirement });
  if (!data) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
    throw new RangeError(faults.join('; '));
  }
  const plans = Array.from({ length: data.max }, (_, index) => planOf(index + 1, data)).filter(
    (plan) => plan.count === 1 || plan.amount >= data.minInstallment,
  );
  const largest = Math.max(...plans.map((plan) => plan.total));
  if (largest > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`amount is too large: a total of ${largest} isn't an exact number`);
  }
  return { max: Math.max(...plans.map((plan) => plan.count)), plans };
}

function planOf(number: number, terms: InstallmentTerms): InstallmentPlan {
  const { amount, interestFree, monthlyRate, lender } = terms;
  const installment = number > interestFree ? priceInstallment(amount, monthlyRate, number) : 0;
  const total = installment * number;
  // Interest that rounds to nothing is none.
  if (total <= amount) return { count: number, amount: Math.floor(amount / number), total: amount };
  return {
    count: number,
    amount: installment,
    total,
    monthlyRate,
    annualRate: percent(annualRateOf(monthlyRate)),
    cet: percent(annualRateOf(monthlyRateOf(amount, installment, number))),
    ...(lender !== undefined && { agent: lender }),
  };
}

function percent(rate: number): number {
  return Math.round(rate * 100) / 100;
}
