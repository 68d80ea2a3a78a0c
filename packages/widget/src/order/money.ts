/** How a language writes numbers: what follows `R$`, separates thousands, and precedes decimals. */
export type Numbers = Readonly<Record<'space' | 'group' | 'decimal', string>>;

/**
 * Formats integer centavos, e.g. as `R$ 129,90` with a no-break space. `Intl` writes the same, but its
 * first use takes up to 90 ms on a phone, and the amount is in the form's first frame.
 */
export function formatMoney(amountCentavos: number, numbers: Numbers): string {
  return `R$${numbers.space}${formatHundredths(amountCentavos, numbers)}`;
}

/** Formats percent with two decimals, e.g. 1.99 as `1,99%`. */
export function formatPercent(percent: number, numbers: Numbers): string {
  return `${formatHundredths(Math.round(percent * 100), numbers)}%`;
}

function formatHundredths(hundredths: number, { group, decimal }: Numbers): string {
  const digits = String(hundredths).padStart(3, '0');
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, group);
  return `${whole}${decimal}${digits.slice(-2)}`;
}
