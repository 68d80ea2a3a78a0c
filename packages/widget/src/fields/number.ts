import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import { withAsciiDigits } from './characters.ts';
import type { FieldError } from './field-error.ts';
import { findBrand, groupsOfFour } from './brands.ts';

/** Returns the digits of a text. */
export function cardDigits(text: string): string {
  return withAsciiDigits(text).replaceAll(/\D/g, '');
}

/** Groups the digits as the brand prints them; a longer number in fours. */
export function formatCardNumber(text: string): string {
  const digits = cardDigits(text);
  const rule = findBrand(digits);
  const groups = rule && digits.length <= rule.lengths[1] ? rule.groups : groupsOfFour;
  return digits.match(groups)?.join(' ') ?? '';
}

/**
 * Checks a card number: up to 19 digits with a check digit (ISO/IEC 7812-1). A wrongly guessed brand
 * can only refuse a number that is too short for it.
 */
export function checkCardNumber(text: string): FieldError | undefined {
  const digits = cardDigits(text);
  if (digits === '') return { key: 'numberEmpty' };
  const [shortest, usual] = findBrand(digits)?.lengths ?? [12, 16];
  const isLongEnough = digits.length >= shortest;
  if (isLongEnough && digits.length <= 19 && hasLuhnCheckDigit(digits)) return undefined;
  return { key: digits.length < usual ? 'numberIncomplete' : 'numberInvalid' };
}
