import type { InstallmentPlan } from './order.ts';

/**
 * Finds the first plan that cannot be right, by its place and the member that is wrong. Whoever pays
 * more than the order's amount must see the rates of a month and a year and the CET (CDC art. 52, 54-B).
 */
export function findWrongPlan(
  plans: readonly InstallmentPlan[],
  orderCentavos: number,
  max: number,
): [place: number, member: keyof InstallmentPlan] | undefined {
  for (const [place, plan] of plans.entries()) {
    const isRepeated = plans.findIndex(({ count }) => count === plan.count) < place;
    const member = isRepeated ? 'count' : wrongMemberOf(plan, orderCentavos, max);
    if (member) return [place, member];
  }
  return undefined;
}

function wrongMemberOf(
  plan: InstallmentPlan,
  orderCentavos: number,
  max: number,
): keyof InstallmentPlan | undefined {
  const { count, amount, total } = plan;
  if (count > max) return 'count';
  if (Math.abs(amount * count - total) >= count) return 'total';
  if (total <= orderCentavos) return undefined;
  return (['monthlyRate', 'annualRate', 'cet'] as const).find((name) => plan[name] === undefined);
}
