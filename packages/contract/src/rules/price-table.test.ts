import { describe, expect, it } from 'vitest';
import { annualRateOf, monthlyRateOf, priceInstallment } from './price-table.ts';

// PMT(rate; count; -amount), RATE(count; -installment; amount) and EFFECT, to 4 decimals.
describe.each([
  { amount: 129_900, rate: 1.99, count: 12, pmt: 12_275.7492, annual: 26.6751 },
  { amount: 100_000, rate: 2.5, count: 6, pmt: 18_154.9971, annual: 34.4889 },
  { amount: 12_990, rate: 2.99, count: 12, pmt: 1304.2236, annual: 42.4101 },
  { amount: 250_000, rate: 1.49, count: 24, pmt: 12_466.535, annual: 19.4205 },
  { amount: 1_000_000_000, rate: 1.99, count: 12, pmt: 94_501_533.2487, annual: 26.6751 },
  { amount: 12_000, rate: 0, count: 12, pmt: 1000, annual: 0 },
])('$amount centavos in $count at $rate %', ({ amount, rate, count, pmt, annual }) => {
  it('has the installment, the rate and the annual rate of a spreadsheet', () => {
    expect(priceInstallment(amount, rate, count)).toBe(Math.round(pmt));
    expect(monthlyRateOf(amount, pmt, count)).toBeCloseTo(rate, 5);
    expect(annualRateOf(rate)).toBeCloseTo(annual, 4);
  });
});

it('has no rate for installments that cost nothing', () => {
  expect(monthlyRateOf(10_000, 3333, 3)).toBe(0);
  expect(monthlyRateOf(12_000, 1000, 12)).toBe(0);
});

/** The rates up to 5 %, in hundredths, with each number of installments up to 24. */
const terms = Array.from({ length: 501 }, (_, hundredths) =>
  Array.from({ length: 24 }, (_one, index) => ({ hundredths, count: index + 1 })),
).flat();

/** Lists the amounts up to R$ 1.000 whose installment ends in half a centavo, and its rounding. */
function tiesOf({ hundredths, count }: { hundredths: number; count: number }) {
  const [share, whole] = lowestTerms(hundredths, count);
  const half = whole / 2n;
  const ties = whole % 2n === 1n ? 0 : Number((100_000n + half) / whole);
  return Array.from({ length: ties }, (_, index) => {
    const amount = half + BigInt(index) * whole;
    return {
      hundredths,
      count,
      amount: Number(amount),
      up: Number((amount * share + half) / whole),
    };
  });
}

it('rounds each exact half up', () => {
  const ties = terms.flatMap(tiesOf);

  expect(ties.length).toBeGreaterThan(1000);
  const wrong = ties.filter(({ amount, hundredths, count, up }) => {
    return priceInstallment(amount, hundredths / 100, count) !== up;
  });
  expect(wrong).toEqual([]);
  expect(priceInstallment(410, 5, 2)).toBe(221);
});

/** Returns a fraction: the installment is the amount times `share`, by `whole`. */
function lowestTerms(hundredths: number, count: number): [share: bigint, whole: bigint] {
  const [rate, one, times] = [BigInt(hundredths), 10_000n, BigInt(count)];
  const grown = (one + rate) ** times;
  const [share, whole] = rate === 0n ? [1n, times] : [rate * grown, one * (grown - one ** times)];
  const divisor = greatestDivisor(share, whole);
  return [share / divisor, whole / divisor];
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other);
}
