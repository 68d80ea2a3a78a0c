import { paymentCodes } from '@card-checkout/contract/payment';
import { problems } from '@card-checkout/contract/problem';
import { describe, expect, it } from 'vitest';
import { knownCode } from './call.ts';

/** These become a decline or a pending payment; the last two are for servers. */
const handled = new Set([
  'declined',
  'no_answer',
  'interrupted',
  'merchant_key_invalid',
  'order_not_found',
]);
const codes = [...paymentCodes, ...Object.keys(problems)].filter((code) => !handled.has(code));

describe('knownCode', () => {
  it.each(codes)('knows %s, which the proxy may answer', (code) => {
    expect(knownCode(code)).toBe(code);
  });

  it.each(['declined', 'toString', '', undefined])('takes "%s" for unexpected', (code) => {
    expect(knownCode(code)).toBe('unexpected');
  });
});
