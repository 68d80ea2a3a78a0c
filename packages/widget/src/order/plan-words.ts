import type { InstallmentPlan } from '@card-checkout/contract/order';
import type { Messages, PlanMessages } from '../locales/messages.ts';
import type { Offer, PlanWords } from './installments.ts';
import { formatMoney, formatPercent } from './money.ts';

/** Puts the plans of an offer into words. A line of the texts is used if the gap of its name has a value. */
export function planWords(offer: Offer, locale: string, { plan: texts }: Messages): PlanWords {
  return (plan) => wordsOf(plan, offer, locale, texts);
}

function wordsOf(
  { count, amount, total, monthlyRate, annualRate, cet, agent }: InstallmentPlan,
  { amountCentavos, plans = [] }: Offer,
  locale: string,
  texts: Partial<PlanMessages> = {},
): ReturnType<PlanWords> {
  const money = (centavos: number) => formatMoney(centavos, locale);
  const isDearer = total > amountCentavos;
  // Creating a percent format takes milliseconds on a phone, and few orders need one.
  const percent = (rate = 0) => (isDearer || cet !== undefined ? formatPercent(rate, locale) : '');
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
  const say = (line: keyof PlanMessages) =>
    (texts[line] ?? '').replaceAll(/{(\w+)}/g, (gap, name: string) => values[name] ?? gap);
  const given = (...lines: (keyof PlanMessages)[]) => lines.filter((line) => values[line]).map(say);
  const option = isDearer ? 'withInterest' : 'withoutInterest';
  const isInFull = count === 1 && !isDearer;
  return {
    label: say(isInFull ? 'inFull' : option),
    ...(count > 1 && { onButton: say('onButton') }),
    ...(!isInFull && {
      details: `${given('total', 'first', 'cet', 'agent', 'cash').join('.\n')}.`,
    }),
  };
}
