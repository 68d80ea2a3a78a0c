/** Writes an amount of centavos as the buyer reads it, e.g. `R$ 129,90` with a no-break space. */
export function formatMoney(amountCentavos: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' });
  return format.format(amountCentavos / 100);
}
