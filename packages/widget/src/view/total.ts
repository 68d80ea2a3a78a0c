import type { CheckoutView } from './checkout-view-model.ts';

/** Puts the total into a text with `{amount}`; formatting the first one is slow, so the fields come first. */
export function withTotal(text: string, { totalCentavos, locale, loaded }: CheckoutView): string {
  const total = totalCentavos === undefined ? '' : loaded?.formatMoney(totalCentavos, locale);
  return text.replace('{amount}', total ?? '').trim();
}

/** Returns the button's text: with the chosen installments, if there are more than one. */
export function payText(view: CheckoutView): string {
  const { form, messages } = view;
  const installments = form.kind === 'credit' && form.choice?.onButton;
  return withTotal(
    installments ? messages.pay.replace('{amount}', installments) : messages.pay,
    view,
  );
}
