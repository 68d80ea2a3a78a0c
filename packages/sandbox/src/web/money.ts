/** Writes centavos as Brazilians read them, e.g. `R$ 129,90`, or as another language does. */
export function formatCentavos(amountCentavos: number, language = 'pt-BR'): string {
  const reais = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  return reais.format(amountCentavos / 100);
}
