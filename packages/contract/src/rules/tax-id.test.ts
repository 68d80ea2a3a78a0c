import { describe, expect, it } from 'vitest';
import { isCnpj, isCpf } from './tax-id.ts';

describe('isCpf', () => {
  it.each([
    '52998224725',
    '11144477735',
    '39053344705',
    '93541134780',
    '28001238938',
    '00000000191',
    '12345678909',
    '01234567890',
    '12345600977',
  ])('accepts %s', (cpf) => {
    expect(isCpf(cpf)).toBe(true);
  });

  it.each([
    '52998224726',
    '00000000000',
    '99999999999',
    '5299822472',
    '529982247255',
    // Its check digits are right.
    '152998224723',
    '5299822472a',
    '',
  ])('refuses "%s"', (cpf) => {
    expect(isCpf(cpf)).toBe(false);
  });
});

describe('isCnpj', () => {
  it.each([
    '12ABC34501DE35',
    '00000000E08G12',
    '00000000000191',
    '33000167000101',
    '11222333000181',
    '12ABC345000188',
    'Q0SLFMBD7VX439',
    'ABCDEFGHIJKL80',
    'ZZZZZZZZZZZZ62',
    'AAAAAAAAAAAA45',
    'I0O0Q0F0000109',
  ])('accepts %s', (cnpj) => {
    expect(isCnpj(cnpj)).toBe(true);
  });

  it.each([
    '12ABC34501DE36',
    '12ABC34501DE3A',
    '12ABC34501DE3',
    '12ABC34501DE350',
    // Its check digits are right.
    '111222333000126',
    '12abc34501de35',
    '00000000E08G13',
    '00000000000000',
    '11111111111111',
    '１２ABC34501DE35',
    '12ÁBC34501DE35',
    '',
  ])('refuses "%s"', (cnpj) => {
    expect(isCnpj(cnpj)).toBe(false);
  });
});
