import type { FieldError } from './field-error.ts';
import { findBrand } from './brands.ts';
import { cardDigits } from './number.ts';

/** Keeps the first four digits; no brand has a longer code. */
export function formatSecurityCode(text: string): string {
  return cardDigits(text).slice(0, 4);
}

/** Checks a security code; its length depends on the card's brand. */
export function checkSecurityCode(text: string, cardNumber: string): FieldError | undefined {
  if (text === '') return { key: 'securityCodeEmpty' };
  const n = findBrand(cardNumber)?.securityCodeLength;
  const isRight = /^\d{3,4}$/.test(text) && text.length === (n ?? text.length);
  return isRight ? undefined : { key: 'securityCodeLength', n: n ?? 3 };
}
