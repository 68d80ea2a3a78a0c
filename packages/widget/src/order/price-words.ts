import type { InstallmentPlan } from '@card-checkout/contract/order';
import type { Messages } from '../locales/messages.ts';
import type { Offer, PlanWords } from './installments.ts';
import { formatMoney } from './money.ts';

/** Puts a plan of an offer into words. A line is used if the gap with its name has a value. */
export function wordsOf(
  { count, amount, total, monthlyRate, annualRate, cet, agent }: InstallmentPlan,
  { amountCentavos, plans = [] }: Offer,
  locale: string,
  { plan: texts }: Messages,
): PlanWords {
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
  const say = (line: keyof Messages['plan']) =>
    texts[line].replaceAll(/{(\w+)}/g, (gap, name: string) => values[name] ?? gap);
  const given = (...lines: (keyof Messages['plan'])[]) =>
    lines.filter((line) => values[line]).map(say);
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

/** Cached, since creating one takes milliseconds on a phone. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats percent with two decimals, e.g. 1.99 as `1,99%`. Spanish uses the format of Argentina: plain
 * `es` has a space before the sign.
 */
export function formatPercent(percent: number, locale: string): string {
  const options = { style: 'percent', minimumFractionDigits: 2 } as const;
  const format =
    formats.get(locale) ?? new Intl.NumberFormat(locale === 'es' ? 'es-AR' : locale, options);
  formats.set(locale, format);
  return format.format(percent / 100);
}
