import { describe, expect, it } from 'vitest';
import { isCardHolder } from './holder.ts';

describe('isCardHolder', () => {
  it.each([
    'MARIA DA SILVA',
    'José Conceição 2º',
    "D'ÁVILA-NETO JR.",
    'ERROR_502_ONCE',
    '李小龍',
    'M'.repeat(120),
  ])('accepts %s', (text) => {
    expect(isCardHolder(text)).toBe(true);
  });

  it.each([
    '',
    '   ',
    '1234',
    'M 4111 1111 1111 1111',
    'M4111-1111-1111-1111',
    'M 4111\u00A01111\u00A01111\u00A01111',
    'M 4111/1111_1111*1111',
    'M ４１１１１１１１１１１１１１１１',
    'MARIA\0',
    'MARIA\u202E',
    'MARIA\uD83D',
    'M'.repeat(121),
  ])('refuses %j', (text) => {
    expect(isCardHolder(text)).toBe(false);
  });
});
