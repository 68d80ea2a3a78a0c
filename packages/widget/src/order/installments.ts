import type { InstallmentPlan } from '@card-checkout/contract/order';
import type { Messages, PlanMessages } from '../locales/messages.ts';
import { formatMoney, formatPercent } from './money.ts';
import type { Order } from './order.ts';

/** One way to pay an order, in words. */
export interface InstallmentChoice {
  count: number;
  /** Integer centavos that are charged. */
  totalCentavos: number;
  /** Text of the option: number and value of the installments, and their interest. */
  label: string;
  /**
   * Details shown under the select, one sentence per line: total, rates and CET, who finances, and
   * the cash price (CDC art. 52 and 54-B; Decreto 5.903, art. 3). Absent for the cash price itself.
   */
  details?: string;
}

/** The price of an order and its installments. */
type Offer = Pick<Order, 'amountCentavos' | 'maxInstallments' | 'plans'>;

/** Returns the choices by number of installments; without `messages` their texts are empty. */
export function installmentChoices(
  offer: Offer,
  locale: string,
  messages: Messages | undefined,
): InstallmentChoice[] {
  return plansOf(offer).map((plan) =>
    messages
      ? choiceOf(plan, offer, locale, messages.plan)
      : { count: plan.count, totalCentavos: plan.total, label: '' },
  );
}

/** Returns the chosen number if it is still offered, else the first, and whether it changed. */
export function keptInstallments(
  count: number,
  choices: readonly InstallmentChoice[],
): { count: number; isTakenBack: boolean } {
  if (choices.some((choice) => choice.count === count)) return { count, isTakenBack: false };
  return { count: choices[0]?.count ?? 1, isTakenBack: count > 1 };
}

/** Returns the plans of an order, or plans without interest up to its `max`. */
function plansOf({ amountCentavos, maxInstallments, plans }: Offer): readonly InstallmentPlan[] {
  // An installment is at least one centavo.
  const length = Math.min(maxInstallments, amountCentavos);
  return (
    plans ??
    Array.from({ length }, (_, index) => {
      const count = index + 1;
      return { count, amount: Math.floor(amountCentavos / count), total: amountCentavos };
    })
  );
}

/** Describes a plan. A line of the texts is used if the gap of its name has a value. */
function choiceOf(
  { count, amount, total, monthlyRate, annualRate, cet, agent }: InstallmentPlan,
  { amountCentavos, plans = [] }: Offer,
  locale: string,
  texts: PlanMessages,
): InstallmentChoice {
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
    texts[line].replaceAll(/{(\w+)}/g, (gap, name: string) => values[name] ?? gap);
  const given = (...lines: (keyof PlanMessages)[]) => lines.filter((line) => values[line]).map(say);
  const option = isDearer ? 'withInterest' : 'withoutInterest';
  const isInFull = count === 1 && !isDearer;
  return {
    count,
    totalCentavos: total,
    label: [say(isInFull ? 'inFull' : option), ...given('first', 'agent')].join(' – '),
    ...(!isInFull && {
      details: `${given('total', 'first', 'cet', 'agent', 'cash').join('.\n')}.`,
    }),
  };
}
