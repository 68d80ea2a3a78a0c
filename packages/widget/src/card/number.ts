import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import type { Fault } from '../fault.ts';
import { findBrand } from './brands.ts';

/** Is the longest number that ISO/IEC 7812-1 allows. */
const maxDigits = 19;
const minDigits = 12;

/** Keeps the digits of whatever was typed or pasted. */
export function cardDigits(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, maxDigits);
}

/** Groups the digits as they stand on the card of that brand. */
export function formatCardNumber(text: string): string {
  const digits = cardDigits(text);
  const groups: string[] = [];
  let start = 0;
  for (const size of findBrand(digits)?.groups ?? [4, 4, 4, 4, 3]) {
    groups.push(digits.slice(start, start + size));
    start += size;
  }
  groups.push(digits.slice(start));
  return groups.filter((group) => group !== '').join(' ');
}

/** Finds what is wrong with a card number; a brand that was guessed wrong never refuses it. */
export function checkCardNumber(text: string): Fault | undefined {
  const digits = cardDigits(text);
  if (digits === '') return { key: 'numberEmpty' };
  const shortest = Math.min(...(findBrand(digits)?.lengths ?? [minDigits]));
  if (digits.length < shortest) return { key: 'numberIncomplete' };
  return hasLuhnCheckDigit(digits) ? undefined : { key: 'numberInvalid' };
}
