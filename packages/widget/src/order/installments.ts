import type { InstallmentPlan } from '@card-checkout/contract/order';
import type { Order } from './order.ts';

/** One way to pay an order, in words. */
export interface InstallmentChoice {
  count: number;
  /** Integer centavos that are charged. */
  totalCentavos: number;
  /** Text of the option: number and value of the installments, and their interest. */
  label: string;
  /** What stands on the button for more than one installment. */
  onButton?: string;
  /**
   * Details shown under the select, one sentence per line: total, rates and CET, who finances, and
   * the cash price (CDC art. 52 and 54-B; Decreto 5.903, art. 3). Absent for the cash price itself.
   */
  details?: string;
}

export type Offer = Pick<Order, 'amountCentavos' | 'maxInstallments' | 'plans'>;

/** Returns the plans of an order, or plans without interest up to its `max`. */
export function plansOf({
  amountCentavos,
  maxInstallments,
  plans,
}: Offer): readonly InstallmentPlan[] {
  if (plans) return plans;
  // An installment is at least one centavo.
  const most = Math.min(maxInstallments, amountCentavos);
  const equal: InstallmentPlan[] = [];
  // Prototype.js and MooTools replace `Array.from`.
  for (let count = 1; count <= most; count += 1)
    equal.push({ count, amount: Math.floor(amountCentavos / count), total: amountCentavos });
  return equal;
}
