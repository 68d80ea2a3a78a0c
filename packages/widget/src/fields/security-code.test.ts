import { describe, expect, it } from 'vitest';
import { checkSecurityCode, formatSecurityCode } from './security-code.ts';

describe('formatSecurityCode', () => {
  it.each([
    ['123', '123'],
    [' 1 2 3 ', '123'],
    ['12a3', '123'],
    ['12345', '1234'],
    ['１２３', '123'],
  ])('writes "%s" as "%s"', (typed, formatted) => {
    expect(formatSecurityCode(typed)).toBe(formatted);
  });
});

describe('checkSecurityCode', () => {
  it.each([
    ['123', '4111111111111111'],
    ['1234', '378282246310005'],
    ['123', ''],
    ['1234', ''],
  ])('accepts %s for card number "%s"', (code, number) => {
    expect(checkSecurityCode(code, number)).toBeUndefined();
  });

  it.each([
    ['', '4111111111111111', { key: 'securityCodeEmpty' }],
    ['12', '4111111111111111', { key: 'securityCodeLength', n: 3 }],
    ['1234', '4111111111111111', { key: 'securityCodeLength', n: 3 }],
    ['123', '378282246310005', { key: 'securityCodeLength', n: 4 }],
    ['12345', '378282246310005', { key: 'securityCodeLength', n: 4 }],
    ['12', '', { key: 'securityCodeLength', n: 3 }],
    ['12a', '4111111111111111', { key: 'securityCodeLength', n: 3 }],
    ['12345', '', { key: 'securityCodeLength', n: 3 }],
  ])('says what is wrong with "%s" for %s', (code, number, error) => {
    expect(checkSecurityCode(code, number)).toEqual(error);
  });
});
