import { describe, expect, it } from 'vitest';
import { hasLuhnCheckDigit } from './luhn.ts';

describe('hasLuhnCheckDigit', () => {
  it.each([
    '4111111111111111',
    '4000000000002701',
    '6505290000002190',
    '378282246310005',
    '30569309025904',
    '5078601870000127985',
  ])('accepts %s', (number) => {
    expect(hasLuhnCheckDigit(number)).toBe(true);
  });

  it.each(['4111111111111112', '4111111111111121', '1', ''])('refuses "%s"', (number) => {
    expect(hasLuhnCheckDigit(number)).toBe(false);
  });
});
