/** Formats centavos, in Portuguese as `R$ 129,90`. */
export function formatCentavos(amountCentavos: number, language = 'pt-BR'): string {
  const reais = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  return reais.format(amountCentavos / 100);
}
