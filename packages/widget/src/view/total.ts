import { formatMoney } from '../order/money.ts';
import type { CheckoutView } from './checkout-view-model.ts';

/** Puts the total into a text with `{amount}`. */
export function withTotal(text: string, { totalCentavos, locale }: CheckoutView): string {
  const total = totalCentavos === undefined ? '' : formatMoney(totalCentavos, locale);
  return text.replace('{amount}', total).trim();
}
