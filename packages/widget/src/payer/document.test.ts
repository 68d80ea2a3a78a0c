import { describe, expect, it } from 'vitest';
import { checkDocument, documentType, formatDocument, plainDocument } from './document.ts';

describe('formatDocument', () => {
  it.each([
    ['52998224725', '529.982.247-25'],
    ['529.982.247-25', '529.982.247-25'],
    ['5299', '529.9'],
    ['00000000000191', '00.000.000/0001-91'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    [' 12.ABC.345/01DE-35 ', '12.ABC.345/01DE-35'],
    ['12a', '12.A'],
  ])('writes %s as %s', (typed, formatted) => {
    expect(formatDocument(typed)).toBe(formatted);
  });
});

describe('documentType', () => {
  it.each([
    ['52998224725', 'cpf'],
    ['529982247251', 'cnpj'],
    ['12A', 'cnpj'],
  ])('takes %s for a %s', (text, type) => {
    expect(documentType(text)).toBe(type);
  });
});

describe('checkDocument', () => {
  it.each(['529.982.247-25', '12.ABC.345/01DE-35', '00.000.000/0001-91'])('accepts %s', (text) => {
    expect(checkDocument(text)).toBeUndefined();
  });

  it.each([
    ['', 'documentEmpty'],
    ['529.982.247-26', 'cpfInvalid'],
    ['111.111.111-11', 'cpfInvalid'],
    ['12.ABC.345/01DE-36', 'cnpjInvalid'],
    ['12ÁBC34501DE35', 'cnpjInvalid'],
  ])('says what is wrong with "%s"', (text, key) => {
    expect(checkDocument(text)).toEqual({ key });
  });
});

describe('plainDocument', () => {
  it('leaves letters and digits, in upper case', () => {
    expect(plainDocument('12.abc.345/01de-35')).toBe('12ABC34501DE35');
  });
});
