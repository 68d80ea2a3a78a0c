import { describe, expect, it } from 'vitest';
import { checkExpiry, expiryOnWire, formatExpiry, parseExpiry } from './expiry.ts';

const today = new Date(2026, 10, 20);

describe('formatExpiry', () => {
  it.each([
    ['1', '1'],
    ['12', '12'],
    ['12/', '12/'],
    ['5', '05'],
    ['530', '05/30'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['122030', '12/2030'],
    ['1/27', '01/27'],
    ['12/2044', '12/2044'],
    ['12 / 30', '12/30'],
    ['2030-12', '12/30'],
    ['12-30', '12/30'],
  ])('writes %s as %s', (typed, formatted) => {
    expect(formatExpiry(typed)).toBe(formatted);
  });
});

describe('parseExpiry', () => {
  it.each([
    ['12/30', { month: 12, year: 2030 }],
    ['12/2030', { month: 12, year: 2030 }],
    ['2030-12', { month: 12, year: 2030 }],
  ])('reads %s', (text, expiry) => {
    expect(parseExpiry(text)).toEqual(expiry);
  });

  it.each(['13/26', '00/26', '12', '12/3', '12/203', 'x', ''])('gives nothing for "%s"', (text) => {
    expect(parseExpiry(text)).toBeUndefined();
  });
});

describe('checkExpiry', () => {
  it.each(['11/26', '12/26', '1/27', '1227', '12/2044'])('accepts %s in November 2026', (text) => {
    expect(checkExpiry(text, today)).toBeUndefined();
  });

  it.each([
    ['', 'expiryEmpty'],
    ['10/26', 'expiryPast'],
    ['12/25', 'expiryPast'],
    ['13/26', 'expiryInvalid'],
    ['12/2047', 'expiryInvalid'],
    ['12', 'expiryInvalid'],
  ])('says what is wrong with "%s"', (text, key) => {
    expect(checkExpiry(text, today)).toEqual({ key });
  });
});

describe('expiryOnWire', () => {
  it('writes year and month', () => {
    expect(expiryOnWire('01/30')).toBe('2030-01');
  });
});
