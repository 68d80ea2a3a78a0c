import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkExpiry, expiryOnWire, formatExpiry, parseExpiry } from './expiry.ts';

const today = new Date(2026, 10, 20);

describe('formatExpiry', () => {
  it.each([
    ['1', '1'],
    ['12', '12'],
    ['12/', '12/'],
    ['12 ', '12/'],
    ['5', '05'],
    ['530', '05/30'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['122030', '12/2030'],
    ['1/27', '01/27'],
    ['1 27', '01/27'],
    ['12/2044', '12/2044'],
    ['12 / 30', '12/30'],
    ['12\u00A0/\u00A030', '12/30'],
    ['2030-12', '12/30'],
    ['2030-1', '2030-1'],
    ['203012', '12/30'],
    ['2030', '2030'],
    ['20', '20'],
    ['2', '2'],
    ['227', '02/27'],
    ['2/27', '02/27'],
    ['2030/12', '12/30'],
    ['2130-12', '02/13012'],
    ['12-30', '12/30'],
    ['1–30', '01/30'],
    ['12.30', '12/30'],
    ['/12', '12'],
    ['em 1/30', '01/30'],
    ['1a2', '12'],
    ['12/20301', '12/20301'],
    ['1230301', '12/30301'],
    ['１２３０', '12/30'],
    ['１２／３０', '12/30'],
    ['Dez 2030', '12/30'],
    ['dez/30', '12/30'],
    ['março de 2031', '03/31'],
    ['Feb 2031', '02/31'],
    ['ene. 31', '01/31'],
    ['Dez 20', 'Dez 20'],
    ['De', 'De'],
    ['x', ''],
  ])('writes "%s" as "%s"', (typed, formatted) => {
    expect(formatExpiry(typed)).toBe(formatted);
  });

  it('leaves formatted text unchanged', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d/ .-]{0,12}$/));
    fc.assert(
      fc.property(text, (typed) => {
        const formatted = formatExpiry(typed);

        expect(formatExpiry(formatted)).toBe(formatted);
      }),
    );
  });
});

describe('parseExpiry', () => {
  it.each([
    ['12/30', { month: 12, year: 2030 }],
    ['12/2030', { month: 12, year: 2030 }],
    ['2030-12', { month: 12, year: 2030 }],
    ['1/30', { month: 1, year: 2030 }],
  ])('reads %s', (text, expiry) => {
    expect(parseExpiry(text)).toEqual(expiry);
  });

  it.each(['13/26', '00/26', '12', '12/3', '12/203', '12/20301', 'x', ''])(
    'gives nothing for "%s"',
    (text) => {
      expect(parseExpiry(text)).toBeUndefined();
    },
  );
});

describe('checkExpiry', () => {
  it.each(['11/26', '12/26', '1/27', '1227', '12/2044', '2027-01', '12/46'])(
    'accepts %s in November 2026',
    (text) => {
      expect(checkExpiry(text, today)).toBeUndefined();
    },
  );

  it.each([
    ['', 'expiryEmpty'],
    ['10/26', 'expiryPast'],
    ['12/25', 'expiryPast'],
    ['12/0030', 'expiryPast'],
    ['13/26', 'expiryInvalid'],
    ['12/2047', 'expiryInvalid'],
    ['2130-12', 'expiryInvalid'],
    ['12', 'expiryInvalid'],
  ])('says what is wrong with "%s"', (text, key) => {
    expect(checkExpiry(text, today)).toEqual({ key });
  });

  it.each([
    ['on the last day of its month', new Date(2026, 10, 30, 23, 59), undefined],
    [
      'on the day after, when it may be the last day elsewhere',
      new Date(2026, 11, 1, 23),
      undefined,
    ],
    ['two days after', new Date(2026, 11, 2), { key: 'expiryPast' }],
  ])('judges a card %s', (_, now, error) => {
    expect(checkExpiry('11/26', now)).toEqual(error);
  });

  it.each([
    ['', 'expiryEmpty'],
    ['13/30', 'expiryInvalid'],
    ['01/20', undefined],
    ['12/99', undefined],
  ])('judges only how %j is written until the proxy says what day it is', (text, key) => {
    expect(checkExpiry(text, undefined)?.key).toBe(key);
  });
});

describe('expiryOnWire', () => {
  it('writes year and month', () => {
    expect(expiryOnWire('01/30')).toBe('2030-01');
  });
});
