/**
 * Formats integer centavos, e.g. as `R$ 129,90` with a no-break space. `Intl` writes the same, but its
 * first use takes up to 90 ms on a phone, and the amount is in the form's first frame.
 */
export function formatMoney(amountCentavos: number, locale: string): string {
  const [space, group, decimal] = locale === 'en' ? ['', ',', '.'] : ['\u00a0', '.', ','];
  const digits = String(amountCentavos).padStart(3, '0');
  const reais = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, group);
  return `R$${space}${reais}${decimal}${digits.slice(-2)}`;
}
