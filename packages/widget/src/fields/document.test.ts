import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDocument, documentType, formatDocument, plainDocument } from './document.ts';

describe('formatDocument', () => {
  it.each([
    ['52998224725', '529.982.247-25'],
    ['529.982.247-25', '529.982.247-25'],
    ['529 982 247\u00A025', '529.982.247-25'],
    ['529.982.247–25', '529.982.247-25'],
    ['\u202A529.982.247-25\u202C', '529.982.247-25'],
    ['5299', '529.9'],
    ['529982247255', '52.998.224/7255'],
    ['00000000000191', '00.000.000/0001-91'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    [' 12.ABC.345/01DE-35 ', '12.ABC.345/01DE-35'],
    ['12a', '12.A'],
    ['12ABC34501DE3A', '12.ABC.345/01DE-3A'],
    ['12ABC34501DE350', '12.ABC.345/01DE-350'],
    ['１２ABC34501DE35', '12.ABC.345/01DE-35'],
    ['./- ', ''],
  ])('writes "%s" as "%s"', (typed, formatted) => {
    expect(formatDocument(typed)).toBe(formatted);
  });

  it.each(['12#ABC$345/01DE-35', '12ÁBC34501DE35', '12ß', '12ıBC', '12\uD83D'])(
    'leaves %j as it is',
    (typed) => {
      expect(formatDocument(typed)).toBe(typed);
    },
  );

  it('leaves formatted text unchanged', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[\dA-Za-z./ -]{0,20}$/),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const formatted = formatDocument(typed);

        expect(formatDocument(formatted)).toBe(formatted);
      }),
    );
  });
});

describe('documentType', () => {
  it.each([
    ['52998224725', 'cpf'],
    ['529982247251', 'cnpj'],
    ['12A', 'cnpj'],
    ['', 'cpf'],
  ])('takes %s for a %s', (text, type) => {
    expect(documentType(text)).toBe(type);
  });
});

describe('checkDocument', () => {
  it.each([
    '12.ABC.345/01DE-35',
    '12ABC34501DE35',
    '00.000.000/E08G-12',
    '00000000E08G12',
    '00.000.000/0001-91',
    '33.000.167/0001-01',
    '11.222.333/0001-81',
    '01.027.058/0001-91',
    '12.ABC.345/0001-88',
    'Q0.SLF.MBD/7VX4-39',
    'ABCDEFGHIJKL80',
    'A1B2C3D4000193',
    'ZZZZZZZZZZZZ62',
    'AAAAAAAAAAAA45',
    'I0O0Q0F0000109',
    '12abc34501de35',
    '１２ABC34501DE35',
    '12.abc.345/01de-35',
    ' 12.ABC.345/01DE-35 ',
    '529.982.247-25',
    '111.444.777-35',
    '390.533.447-05',
    '935.411.347-80',
    '280.012.389-38',
    '000.000.001-91',
    '123.456.789-09',
    '012.345.678-90',
  ])('accepts "%s"', (text) => {
    expect(checkDocument(text)).toBeUndefined();
    expect(checkDocument(formatDocument(text))).toBeUndefined();
  });

  it.each([
    ['', 'documentEmpty'],
    ['12ABC34501DE36', 'cnpjInvalid'],
    ['12ABC34501DE00', 'cnpjInvalid'],
    ['12ABC34501DE3A', 'cnpjInvalid'],
    ['12ABC34501DE3', 'cnpjIncomplete'],
    ['12ABC34501DE350', 'cnpjInvalid'],
    ['00000000E08G13', 'cnpjInvalid'],
    ['00000000000000', 'cnpjInvalid'],
    ['11111111111111', 'cnpjInvalid'],
    ['99999999999999', 'cnpjInvalid'],
    ['12ÁBC34501DE35', 'cnpjInvalid'],
    ['12#ABC$345/01DE-35', 'cnpjInvalid'],
    ['I0O0Q0F0000109'.replace('I', 'ı'), 'cnpjInvalid'],
    ['529.982.247-26', 'cpfInvalid'],
    ['000.000.000-00', 'cpfInvalid'],
    ['111.111.111-11', 'cpfInvalid'],
    ['222.222.222-22', 'cpfInvalid'],
    ['333.333.333-33', 'cpfInvalid'],
    ['444.444.444-44', 'cpfInvalid'],
    ['555.555.555-55', 'cpfInvalid'],
    ['666.666.666-66', 'cpfInvalid'],
    ['777.777.777-77', 'cpfInvalid'],
    ['888.888.888-88', 'cpfInvalid'],
    ['999.999.999-99', 'cpfInvalid'],
    ['5299822472', 'cpfIncomplete'],
    ['529982247255', 'cnpjIncomplete'],
    ['529.982.247-2a', 'cnpjIncomplete'],
  ])('says what is wrong with "%s"', (text, key) => {
    expect(checkDocument(text)).toEqual({ key });
    expect(checkDocument(formatDocument(text))).toEqual({ key });
  });
});

describe('plainDocument', () => {
  it('leaves letters and digits, in upper case', () => {
    expect(plainDocument('12.abc.345/01de-35')).toBe('12ABC34501DE35');
  });
});
