import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import type { FieldError } from './field-error.ts';
import { findBrand, groupsOfFour } from './brands.ts';

/** Keeps the digits of whatever was typed or pasted. */
export function cardDigits(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Groups the digits as they stand on the card of that brand; a longer number is written in fours. */
export function formatCardNumber(text: string): string {
  const digits = cardDigits(text);
  const rule = findBrand(digits);
  const groups = rule && digits.length <= rule.lengths[1] ? rule.groups : groupsOfFour;
  return digits.match(groups)?.join(' ') ?? '';
}

/**
 * Finds what is wrong with a card number: ISO/IEC 7812-1 allows up to 19 digits and asks for a check
 * digit. A brand that was guessed wrong never refuses a number, unless that is too short for it.
 */
export function checkCardNumber(text: string): FieldError | undefined {
  const digits = cardDigits(text);
  if (digits === '') return { key: 'numberEmpty' };
  const [shortest, usual] = findBrand(digits)?.lengths ?? [12, 16];
  const isLongEnough = digits.length >= shortest;
  if (isLongEnough && digits.length <= 19 && hasLuhnCheckDigit(digits)) return undefined;
  return { key: digits.length < usual ? 'numberIncomplete' : 'numberInvalid' };
}
