/** Decimals that a monthly rate, a percentage, may have. */
const rateDecimals = 10;

/**
 * Returns one installment of the Price table, a spreadsheet's `ROUND(PMT(…); 0)`: integer centavos, an
 * exact half rounded up. The first is due after a month. `monthlyRate` is a percentage. A binary fraction
 * would put some halves below themselves.
 */
export function priceInstallment(amount: number, monthlyRate: number, count: number): number {
  const rate = BigInt(monthlyRate.toFixed(rateDecimals).replace('.', ''));
  const one = 100n * 10n ** BigInt(rateDecimals);
  const grown = (one + rate) ** BigInt(count);
  const ungrown = one ** BigInt(count);
  const [share, whole] =
    rate === 0n ? [1n, BigInt(count)] : [rate * grown, one * (grown - ungrown)];
  return Number((2n * BigInt(amount) * share + whole) / (2n * whole));
}

/**
 * Returns the monthly rate, as a percentage, that equal installments cost: a spreadsheet's `RATE`. It
 * is 0 if they cost no more than `amount`.
 */
export function monthlyRateOf(amount: number, installment: number, count: number): number {
  // The installment exceeds the interest on the whole amount, so this is more than the rate.
  let [low, high] = [0, installment / amount];
  for (let step = 0; step < 60; step += 1) {
    const rate = (low + high) / 2;
    if ((installment * presentShare(rate, count)) / rate > amount) low = rate;
    else high = rate;
  }
  return installment * count > amount ? high * 100 : 0;
}

/** Returns the effective annual rate of a monthly one; both are percentages. */
export function annualRateOf(monthlyRate: number): number {
  return Math.expm1(12 * Math.log1p(monthlyRate / 100)) * 100;
}

/** Returns `1 - (1 + rate) ** -count`, precise for small rates, too. */
function presentShare(rate: number, count: number): number {
  return -Math.expm1(-count * Math.log1p(rate));
}
