import type { InstallmentPlan } from '../order.ts';

type CheckedMember = 'count' | 'total' | 'monthlyRate' | 'annualRate' | 'cet';

/**
 * Returns the index of the first invalid plan and the name of its invalid member. A plan that costs
 * more than the order must state its monthly rate, annual rate and CET (CDC art. 52, 54-B).
 */
export function findWrongPlan(
  plans: readonly InstallmentPlan[],
  orderCentavos: number,
  max: number,
): [index: number, member: CheckedMember] | undefined {
  for (const [index, plan] of plans.entries()) {
    const isRepeated = plans.findIndex(({ count }) => count === plan.count) < index;
    const member = isRepeated ? 'count' : wrongMemberOf(plan, orderCentavos, max);
    if (member) return [index, member];
  }
  return undefined;
}

function wrongMemberOf(
  plan: InstallmentPlan,
  orderCentavos: number,
  max: number,
): CheckedMember | undefined {
  const { count, amount, total } = plan;
  if (count > max) return 'count';
  if (Math.abs(amount * count - total) >= count) return 'total';
  if (total <= orderCentavos) return undefined;
  return (['monthlyRate', 'annualRate', 'cet'] as const).find((name) => plan[name] === undefined);
}
