import type { CheckoutView } from './checkout-view-model.ts';

/** Puts the total into a text with `{amount}`; formatting the first one is slow, so the fields come first. */
export function withTotal(text: string, { totalCentavos, locale, late }: CheckoutView): string {
  const total = totalCentavos === undefined ? '' : late?.formatMoney(totalCentavos, locale);
  return text.replace('{amount}', total ?? '').trim();
}
