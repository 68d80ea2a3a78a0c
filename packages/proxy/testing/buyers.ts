import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import { card } from '@card-checkout/testing/checkout-request';

/** Lets a test say in `X-Forwarded-For` who presses. */
export const trusting = { TRUST_PROXY: '127.0.0.1' };

/** A payment with a card and from a network that only this number has. */
export function buyer(number: number, prefix = '400000') {
  const start = prefix + String(number).padStart(9, '0');
  const digits = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`);
  const body = { card: { ...card, number: digits.find(hasLuhnCheckDigit) ?? '' } };
  return { body, headers: { 'X-Forwarded-For': `203.0.${number}.9` } };
}
