import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import type { Random } from './random.ts';

/** The security code of every card here; no other number of a run is likely to be it. */
export const securityCode = '7391';

/** Draws a card number whose last four digits, which a log may show, are not the security code. */
export function drawCardNumber(random: Random): string {
  const digits = `4${Array.from({ length: 15 }, () => random.whole(0, 9)).join('')}`;
  const isGood = hasLuhnCheckDigit(digits) && !digits.endsWith(securityCode);
  return isGood ? digits : drawCardNumber(random);
}
