import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkCardNumber,
  checkHolder,
  checkSecurityCode,
  formatCardNumber,
  formatHolder,
  formatSecurityCode,
} from './card-fields.ts';

describe('formatCardNumber', () => {
  it.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['4111-1111 1111.1111', '4111 1111 1111 1111'],
    ['4111\u00A01111\u00A01111\u00A01111', '4111 1111 1111 1111'],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
    ['37828224631', '3782 822463 1'],
    ['3782822463100051', '3782 8224 6310 0051'],
    ['30569309025904', '3056 930902 5904'],
    ['3056930902590', '3056 930902 590'],
    ['3600000000000008', '3600 0000 0000 0008'],
    ['5078601870000127985', '5078 6018 7000 0127 985'],
    ['50786018700001279850', '5078 6018 7000 0127 9850'],
    ['4111 ', '4111'],
    ['41112', '4111 2'],
    ['card', ''],
  ])('writes %s as "%s"', (typed, formatted) => {
    expect(formatCardNumber(typed)).toBe(formatted);
  });

  it('leaves formatted text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const formatted = formatCardNumber(text);

        expect(formatCardNumber(formatted)).toBe(formatted);
      }),
    );
  });
});

describe('checkCardNumber', () => {
  it.each([
    '4111 1111 1111 1111',
    '4235647728025682',
    '5555555555554444',
    '2223003122003222',
    '5031433215406351',
    '6362970000457013',
    '5067766783888311',
    '6363692466258938',
    '378282246310005',
    '375365153556885',
    '30569309025904',
    '38520000023237',
    '6011111111111117',
    '3530111333300000',
    '5078601870000127985',
    '5078601800003247449',
    '6062825624254001',
  ])('accepts %s', (text) => {
    expect(checkCardNumber(text)).toBeUndefined();
  });

  it.each([
    ['', 'numberEmpty'],
    ['4111 1111 111', 'numberIncomplete'],
    ['4111 1111 1111 111', 'numberIncomplete'],
    ['4111 1111 1111 1112', 'numberInvalid'],
    ['6362 9102 9835 2160', 'numberInvalid'],
    ['3782 822463 1000', 'numberIncomplete'],
    ['3782 822463 10006', 'numberInvalid'],
    ['3056 930902 590', 'numberIncomplete'],
    ['3056 930902 5905', 'numberInvalid'],
    ['0000 0000 000', 'numberIncomplete'],
    ['4111 1111 1111 1111 0004', 'numberInvalid'],
  ])('says what is wrong with "%s"', (text, key) => {
    expect(checkCardNumber(text)).toEqual({ key });
  });

  it('accepts every number of 16 to 19 digits with a right check digit, whatever its brand', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{15,18}$/), (digits) => {
        const accepted = '0123456789'
          .split('')
          .filter((last) => checkCardNumber(digits + last) === undefined);

        expect(accepted).toHaveLength(1);
      }),
    );
  });
});

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

describe('formatHolder', () => {
  it.each([
    ['José da Silva', 'José da Silva'],
    ['Maria ', 'Maria '],
    ['\u202AMARIA\u202C', 'MARIA'],
    ['MA\u200BRIA\0', 'MARIA'],
    ['MARIA\uD83D', 'MARIA'],
  ])('writes %j as %j', (typed, formatted) => {
    expect(formatHolder(typed)).toBe(formatted);
  });

  it('cuts no name', () => {
    expect(formatHolder('M'.repeat(200))).toBe('M'.repeat(200));
  });
});

describe('checkHolder', () => {
  it.each([
    ['', 'holderEmpty'],
    ['  ', 'holderEmpty'],
    ['123', 'holderInvalid'],
    ['4111 1111 1111 1111', 'holderInvalid'],
    ['M'.repeat(121), 'holderInvalid'],
  ])('says what is wrong with "%s"', (text, key) => {
    expect(checkHolder(text)).toEqual({ key });
  });
});
