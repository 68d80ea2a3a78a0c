/** Made once, since the first of each takes milliseconds on a phone. */
const formats = new Map<string, Intl.NumberFormat>();

/** Writes an amount of centavos as the buyer reads it, e.g. `R$ 129,90` with a no-break space. */
export function formatMoney(amountCentavos: number, locale: string): string {
  return format(amountCentavos, locale, {
    style: 'currency',
    currency: 'BRL',
    currencyDisplay: 'narrowSymbol',
  });
}

/** Writes percent with two decimals, e.g. `1,99%` for 1.99. */
export function formatPercent(percent: number, locale: string): string {
  return format(percent, locale, { style: 'percent', minimumFractionDigits: 2 });
}

/**
 * Writes a hundredth of a number: centavos as reais, percent as a share of one. Spanish is that of
 * Argentina, which writes R$ 1.234,56 as Brazil does; plain `es` puts the R$ last.
 */
function format(value: number, locale: string, options: Intl.NumberFormatOptions): string {
  const name = `${locale} ${options.style}`;
  const language = locale === 'es' ? 'es-AR' : locale;
  const made = formats.get(name) ?? new Intl.NumberFormat(language, options);
  formats.set(name, made);
  return made.format(value / 100);
}
