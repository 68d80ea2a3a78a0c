import type { Messages } from './locales/messages.ts';
import { formatMoney } from './money.ts';

export interface InstallmentOption {
  count: number;
  label: string;
}

/**
 * Lists what the buyer may choose from. An amount that does not divide shows the first instalment,
 * which takes the centavos that are left over.
 */
export function installmentOptions(
  amountCentavos: number,
  max: number,
  locale: string,
  messages: Messages,
): InstallmentOption[] {
  return Array.from({ length: max }, (_, index) => {
    const count = index + 1;
    const amount = formatMoney(Math.ceil(amountCentavos / count), locale);
    const text = count === 1 ? messages.inFull : messages.inInstallments;
    return { count, label: text.replace('{n}', String(count)).replace('{amount}', amount) };
  });
}
