import { describe, expect, it } from 'vitest';
import { findBrand } from './brands.ts';

describe('findBrand', () => {
  it.each([
    ['4111111111111111', 'visa'],
    ['4000000000002503', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['6362970000457013', 'elo'],
    ['5067766783888311', 'elo'],
    ['6363692466258938', 'elo'],
    ['4011780000000000', 'elo'],
    ['6505290000002190', 'elo'],
    ['6500570000000000', 'elo'],
    ['6516900000000000', 'elo'],
    ['6509230000000000', 'discover'],
    ['378282246310005', 'amex'],
    ['30569309025904', 'diners'],
    ['6011111111111117', 'discover'],
    ['3530111333300000', 'jcb'],
    ['5078601870000127985', 'aura'],
    ['6062825624254001', 'hipercard'],
    ['3841000000000000', 'hipercard'],
    ['38520000023237', 'diners'],
    ['6271111111111111', 'unionpay'],
    ['6277800000000000', 'elo'],
    ['6759649826438453', 'maestro'],
    ['6042010000000000', 'cabal'],
  ])('finds the brand of %s', (digits, brand) => {
    expect(findBrand(digits)?.brand).toBe(brand);
  });

  it.each(['', '4', '40117', '506', '65', '6500', '3841', '9'])(
    'stays undecided at "%s" while another brand is possible',
    (digits) => {
      expect(findBrand(digits)).toBeUndefined();
    },
  );

  it.each([
    ['41', 'visa'],
    ['34', 'amex'],
    ['51', 'mastercard'],
  ])('decides at %s already', (digits, brand) => {
    expect(findBrand(digits)?.brand).toBe(brand);
  });
});
