/**
 * Returns one installment of the Price table, before rounding: a spreadsheet's `PMT`. The first is due
 * after a month. `monthlyRate` is a percentage.
 */
export function priceInstallment(amount: number, monthlyRate: number, count: number): number {
  const rate = monthlyRate / 100;
  return rate === 0 ? amount / count : (amount * rate) / presentShare(rate, count);
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
