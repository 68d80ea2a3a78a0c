import type { Random } from './random.ts';

/** The security code of every card here; no other number of a run is likely to be it. */
export const securityCode = '7391';

/**
 * Draws the number of a Visa card, 16 digits with a right check digit (ISO/IEC 7812-1). Its last four,
 * which a log may show, are never the security code.
 */
export function drawCardNumber(random: Random): string {
  const digits = `4${Array.from({ length: 14 }, () => random.whole(0, 9)).join('')}`;
  const number = `${digits}${checkDigitOf(digits)}`;
  return number.endsWith(securityCode) ? drawCardNumber(random) : number;
}

function checkDigitOf(digits: string): number {
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return (10 - (sum % 10)) % 10;
}
