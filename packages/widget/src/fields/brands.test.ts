import { describe, expect, it } from 'vitest';
import { brandName, findBrand } from './brands.ts';

describe('findBrand', () => {
  it.each([
    ['4111111111111111', 'visa'],
    ['4235647728025682', 'visa'],
    ['4000000000002503', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['2221000000000009', 'mastercard'],
    ['2720990000000007', 'mastercard'],
    ['5031433215406351', 'maestro'],
    ['6362970000457013', 'elo'],
    ['5067766783888311', 'elo'],
    ['6363692466258938', 'elo'],
    ['6505290000002190', 'elo'],
    ['378282246310005', 'amex'],
    ['375365153556885', 'amex'],
    ['30569309025904', 'diners'],
    ['38520000023237', 'diners'],
    ['36227206271667', 'diners'],
    ['6011111111111117', 'discover'],
    ['3530111333300000', 'jcb'],
    ['5078601870000127985', 'aura'],
    ['5078601800003247449', 'aura'],
    ['6062825624254001', 'hipercard'],
    ['6271111111111111', 'unionpay'],
    ['8100000000000000', 'unionpay'],
    ['6759649826438453', 'maestro'],
    ['6042010000000000', 'cabal'],
  ])('finds the brand of %s', (digits, brand) => {
    expect(findBrand(digits)?.brand).toBe(brand);
  });

  it.each([
    ['Elo and not Visa', '401178', 'elo'],
    ['Visa beside Elo', '401177', 'visa'],
    ['Visa beside Elo', '401180', 'visa'],
    ['Elo and not Maestro', '504175', 'elo'],
    ['Maestro beside Elo', '506698', 'maestro'],
    ['Maestro beside Elo', '506779', 'maestro'],
    ['Elo, as all of 509', '509999', 'elo'],
    ['Maestro below 509', '508999', 'maestro'],
    ['Elo and not UnionPay', '627780', 'elo'],
    ['UnionPay beside Elo', '627781', 'unionpay'],
    ['Elo and not Maestro', '636297', 'elo'],
    ['Maestro beside Elo', '636299', 'maestro'],
    ['Elo and not Discover', '650057', 'elo'],
    ['Discover between Elo', '650052', 'discover'],
    ['Troy, which runs as Discover', '650923', 'discover'],
    ['Elo beside Troy', '650922', 'elo'],
    ['Elo beside Troy', '650924', 'elo'],
    ['Cabal between Elo, by eight digits', '65008700', 'cabal'],
    ['Discover beside Cabal', '65008701', 'discover'],
    ['Cabal between Elo', '65027200', 'cabal'],
    ['Cabal between Elo', '65027299', 'cabal'],
    ['Discover beside Cabal', '65027300', 'discover'],
    ['Maestro below Cabal', '60420099', 'maestro'],
    ['Cabal and not Maestro', '60420100', 'cabal'],
    ['Cabal and not Maestro', '60440099', 'cabal'],
    ['Maestro above Cabal', '60440100', 'maestro'],
    ['Cabal and not Maestro', '60352200', 'cabal'],
    ['Cabal and not Maestro', '58965799', 'cabal'],
    ['Hipercard and not Diners', '384100', 'hipercard'],
    ['Hipercard and not Diners', '384140', 'hipercard'],
    ['Hipercard and not Diners', '384160', 'hipercard'],
    ['Diners beside Hipercard', '384101', 'diners'],
    ['Hipercard and not Maestro', '606282', 'hipercard'],
    ['Hiper and not Maestro', '637600', 'hipercard'],
    ['Hiper, by eight digits', '63737423', 'hipercard'],
    ['Maestro beside Hiper', '63737424', 'maestro'],
    ['Hiper, by eight digits', '63743358', 'hipercard'],
    ['Aura and not Maestro', '5078', 'aura'],
    ['Maestro beside Aura', '5079', 'maestro'],
    ['Discover and not Maestro', '6011', 'discover'],
    ['Diners', '3095', 'diners'],
    ['JCB', '3528', 'jcb'],
    ['JCB', '3589', 'jcb'],
  ])('takes %s: %s', (_, digits, brand) => {
    expect(findBrand(digits)?.brand).toBe(brand);
  });

  it.each([
    '',
    '4',
    '40',
    '40117',
    '506',
    '5066',
    '5067',
    '50677',
    '65',
    '6500',
    '650087',
    '3841',
    '9',
    '640',
  ])('shows no brand at "%s"', (digits) => {
    expect(findBrand(digits)).toBeUndefined();
  });

  it.each([
    ['41', 'visa'],
    ['34', 'amex'],
    ['51', 'mastercard'],
    ['23', 'mastercard'],
    ['509', 'elo'],
    ['50670', 'elo'],
    ['65500', 'elo'],
    ['6011', 'discover'],
  ])('decides at %s already', (digits, brand) => {
    expect(findBrand(digits)?.brand).toBe(brand);
  });

  it('retires Hipercard, and no other brand', () => {
    const retired = ['6062825624254001', '4111111111111111', '6362970000457013'].map(
      (digits) => findBrand(digits)?.isRetired,
    );

    expect(retired).toEqual([true, false, false]);
  });

  it.each([
    ['visa', '41', 'CVV', 3, 'back'],
    ['mastercard', '51', 'CVC', 3, 'back'],
    ['elo', '509', 'CVE', 3, 'back'],
    ['amex', '34', 'CID', 4, 'front'],
    ['diners', '36', 'CVV', 3, 'back'],
    ['discover', '6011', 'CID', 3, 'back'],
    ['jcb', '3528', 'CAV2', 3, 'back'],
    ['aura', '5078', 'CVV', 3, 'back'],
    ['unionpay', '81', 'CVN2', 3, 'back'],
    ['maestro', '56', 'CVC', 3, 'back'],
    ['hipercard', '606282', 'CVC', 3, 'back'],
    ['cabal', '603522', 'CVV', 3, 'back'],
  ] as const)('knows the security code of %s', (brand, digits, name, length, side) => {
    expect(findBrand(digits)).toMatchObject({
      brand,
      securityCodeName: name,
      securityCodeLength: length,
      securityCodeSide: side,
    });
    expect(brandName(brand)).toMatch(/^[A-Z]/);
  });
});
