import type { InstallmentPlan } from '@card-checkout/contract/order';
import type { Messages, PlanMessages } from '../locales/messages.ts';
import { formatMoney, formatPercent } from './money.ts';
import type { Order } from './order.ts';

/** One way to pay an order, in words. */
export interface InstallmentChoice {
  count: number;
  /** What is charged. */
  totalCentavos: number;
  /** The option: number and value of the installments, and what their interest comes to. */
  label: string;
  /**
   * For below the choice, a sentence a line: total, rates and CET, who finances, and the cash price
   * (CDC art. 52 and 54-B; Decreto 5.903, art. 3). Absent where the choice is the cash price.
   */
  details?: string;
}

/** What an order costs and how it may be paid. */
type Offer = Pick<Order, 'amountCentavos' | 'maxInstallments' | 'plans'>;

/**
 * Lists what the buyer may choose from, in the order of the number of installments; without `messages`,
 * not yet in words.
 */
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

/** Keeps a choice that is still on offer; says whether it had to be taken back. */
export function keptInstallments(
  count: number,
  choices: readonly InstallmentChoice[],
): { count: number; isTakenBack: boolean } {
  if (choices.some((choice) => choice.count === count)) return { count, isTakenBack: false };
  return { count: choices[0]?.count ?? 1, isTakenBack: count > 1 };
}

/** Gives the plans of an order, or those without interest that its `max` stands for. */
function plansOf({ amountCentavos, maxInstallments, plans }: Offer): readonly InstallmentPlan[] {
  // No installment is less than a centavo.
  const length = Math.min(maxInstallments, amountCentavos);
  return (
    plans ??
    Array.from({ length }, (_, index) => {
      const count = index + 1;
      return { count, amount: Math.floor(amountCentavos / count), total: amountCentavos };
    })
  );
}

/** Puts a plan into words; each line of the texts stands where something fills the gap of its name. */
function choiceOf(
  { count, amount, total, monthlyRate, annualRate, cet, agent }: InstallmentPlan,
  { amountCentavos, plans = [] }: Offer,
  locale: string,
  texts: PlanMessages,
): InstallmentChoice {
  const money = (centavos: number) => formatMoney(centavos, locale);
  const isDearer = total > amountCentavos;
  // A format of percents takes a phone milliseconds to make, and few orders need one.
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
