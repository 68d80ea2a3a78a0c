const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Writes centavos as Brazilians read them, e.g. `R$ 129,90`. */
export function formatCentavos(amountCentavos: number): string {
  return reais.format(amountCentavos / 100);
}
