/** Cached, since creating one takes milliseconds on a phone. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats integer centavos, e.g. as `R$ 129,90` with a no-break space. */
export function formatMoney(amountCentavos: number, locale: string): string {
  return format(amountCentavos, locale, {
    style: 'currency',
    currency: 'BRL',
    currencyDisplay: 'narrowSymbol',
  });
}

/** Formats percent with two decimals, e.g. 1.99 as `1,99%`. */
export function formatPercent(percent: number, locale: string): string {
  return format(percent, locale, { style: 'percent', minimumFractionDigits: 2 });
}

/**
 * Formats a hundredth of a number: centavos as reais, percent as a share of one. Spanish uses the
 * format of Argentina, R$ 1.234,56 as in Brazil; plain `es` puts the R$ last.
 */
function format(value: number, locale: string, options: Intl.NumberFormatOptions): string {
  const name = `${locale} ${options.style}`;
  const language = locale === 'es' ? 'es-AR' : locale;
  const made = formats.get(name) ?? new Intl.NumberFormat(language, options);
  formats.set(name, made);
  return made.format(value / 100);
}
