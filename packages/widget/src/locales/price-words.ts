import type { InstallmentPlan } from '@card-checkout/contract/order';
import type { Language, Messages } from './messages.ts';
import type { InstallmentChoice, Offer } from '../order/installments.ts';
import { formatMoney, formatPercent } from '../order/money.ts';

/** Puts a plan of an offer into words. A line is used if the gap with its name has a value. */
export function inWords(
  { count, amount, total, monthlyRate, annualRate, cet, agent }: InstallmentPlan,
  { amountCentavos, plans = [] }: Offer,
  { plan: texts, numbers }: Language,
): InstallmentChoice {
  const money = (centavos: number) => formatMoney(centavos, numbers);
  const isDearer = total > amountCentavos;
  const percent = (rate = 0) => (isDearer || cet !== undefined ? formatPercent(rate, numbers) : '');
  const first = total - amount * (count - 1);
  const inFull = plans.find((plan) => plan.count === 1)?.total ?? amountCentavos;
  const values: Record<string, string | undefined> = {
    n: String(count),
    amount: money(amount),
    total: money(total),
    first: first > amount ? money(first) : '',
    month: percent(monthlyRate),
    year: percent(annualRate),
    cet: cet === undefined ? '' : percent(cet),
    agent,
    cash: money(Math.min(inFull, amountCentavos)),
  };
  const say = (line: keyof Messages['plan']) =>
    texts[line].replaceAll(/{(\w+)}/g, (gap, name: string) => values[name] ?? gap);
  const given = (...lines: (keyof Messages['plan'])[]) =>
    lines.filter((line) => values[line]).map(say);
  const option = isDearer ? 'withInterest' : 'withoutInterest';
  const isInFull = count === 1 && !isDearer;
  return {
    count,
    totalCentavos: total,
    label: say(isInFull ? 'inFull' : option),
    ...(count > 1 && { onButton: say('onButton') }),
    ...(!isInFull && {
      details: `${given('total', 'first', 'cet', 'agent', 'cash').join('.\n')}.`,
    }),
  };
}
