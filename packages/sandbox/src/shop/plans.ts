/** A plan of the order token, rates in percent (contract section 4). */
interface Plan {
  count: number;
  /** Centavos. */
  amount: number;
  /** Centavos. */
  total: number;
  monthlyRate?: number;
  annualRate?: number;
  cet?: number;
  agent?: string;
}

const monthlyRate = 1.99;

/** Offers 1x, 3x without and 12x with interest, as far as `max` and the amount go. */
export function plansFor(amountCentavos: number, max: number): Plan[] {
  const plans = [inEqualParts(amountCentavos, 1), inEqualParts(amountCentavos, 3)];
  return [...plans, withInterest(amountCentavos, 12)].filter(
    ({ count, amount }) => count <= max && amount >= 1,
  );
}

function inEqualParts(total: number, count: number): Plan {
  return { count, amount: Math.floor(total / count), total };
}

/**
 * Computes equal installments by compound interest, each rounded to the centavo, the first due after a
 * month. With no taxes or fees the CET is the effective rate of a year.
 */
function withInterest(amountCentavos: number, count: number): Plan {
  const rate = monthlyRate / 100;
  const amount = Math.round((amountCentavos * rate) / (1 - (1 + rate) ** -count));
  const annualRate = Math.round(((1 + rate) ** 12 - 1) * 10_000) / 100;
  const rates = { monthlyRate, annualRate, cet: annualRate };
  return { count, amount, total: amount * count, ...rates, agent: 'Banco Exemplo' };
}
