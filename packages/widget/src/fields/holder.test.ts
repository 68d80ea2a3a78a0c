import { describe, expect, it } from 'vitest';
import { checkHolder, formatHolder } from './holder.ts';

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
