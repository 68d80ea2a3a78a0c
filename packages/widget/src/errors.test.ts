import { paymentCodes } from '@card-checkout/contract/payment';
import { problems } from '@card-checkout/contract/problem';
import { describe, expect, it } from 'vitest';
import { isCheckoutErrorCode } from './errors.ts';

/** These become a decline, a pending payment, or a proof of work. */
const handled = new Set(['declined', 'no_answer', 'interrupted', 'proof_of_work_required']);
const codes = [...paymentCodes, ...Object.keys(problems)].filter((code) => !handled.has(code));

describe('isCheckoutErrorCode', () => {
  it.each(codes)('knows %s, which the proxy may answer', (code) => {
    expect(isCheckoutErrorCode(code)).toBe(true);
  });

  it.each(['declined', 'toString', ''])('refuses "%s"', (code) => {
    expect(isCheckoutErrorCode(code)).toBe(false);
  });
});
