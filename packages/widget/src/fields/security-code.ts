import type { FieldError } from './field-error.ts';
import { findBrand } from './brands.ts';

/** Keeps the digits; one too many stays, for the buyer to see. */
export function formatSecurityCode(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Finds what is wrong with a security code; its length depends on the brand of the card. */
export function checkSecurityCode(text: string, cardNumber: string): FieldError | undefined {
  if (text === '') return { key: 'securityCodeEmpty' };
  const n = findBrand(cardNumber)?.securityCodeLength;
  const isRight = /^\d{3,4}$/.test(text) && text.length === (n ?? text.length);
  return isRight ? undefined : { key: 'securityCodeLength', n: n ?? 3 };
}
