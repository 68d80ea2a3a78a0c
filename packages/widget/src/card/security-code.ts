import type { Fault } from '../fault.ts';
import { findBrand } from './brands.ts';

/** Keeps up to four digits. */
export function formatSecurityCode(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, 4);
}

/** Finds what is wrong with a security code; its length depends on the brand of the card. */
export function checkSecurityCode(text: string, cardNumber: string): Fault | undefined {
  if (text === '') return { key: 'securityCodeEmpty' };
  const n = findBrand(cardNumber)?.securityCodeLength;
  if (n === undefined) return text.length < 3 ? { key: 'securityCodeLength', n: 3 } : undefined;
  return text.length === n ? undefined : { key: 'securityCodeLength', n };
}
