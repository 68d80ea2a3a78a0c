import type { Messages } from './locales/messages.ts';
import { formatMoney } from './money.ts';
import type { Order } from './order.ts';

/** Is one way to pay the order. */
export interface InstallmentChoice {
  count: number;
  /** Integer centavos that are charged in all. */
  totalCentavos: number;
  label: string;
  /** What the law wants said beside the label. */
  details?: string;
}

/**
 * Lists what the buyer may choose from. An amount that does not divide shows the first instalment,
 * which takes the centavos that are left over.
 */
export function installmentChoices(
  { amountCentavos, maxInstallments }: Order,
  locale: string,
  messages: Messages,
): InstallmentChoice[] {
  // No instalment is less than a centavo.
  return Array.from({ length: Math.min(maxInstallments, amountCentavos) }, (_, index) => {
    const count = index + 1;
    const amount = formatMoney(Math.ceil(amountCentavos / count), locale);
    const text = count === 1 ? messages.inFull : messages.inInstallments;
    const label = text.replace('{n}', String(count)).replace('{amount}', amount);
    return { count, totalCentavos: amountCentavos, label };
  });
}

/** Keeps a choice that is still on offer; says whether it had to be taken back. */
export function keptInstallments(
  count: number,
  choices: readonly InstallmentChoice[],
): { count: number; isTakenBack: boolean } {
  if (choices.some((choice) => choice.count === count)) return { count, isTakenBack: false };
  return { count: choices[0]?.count ?? 1, isTakenBack: count > 1 };
}
