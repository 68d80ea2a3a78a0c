import { describe, expect, it } from 'vitest';
import { environment } from '@card-checkout/testing/proxy-environment';
import { readConfig } from '../config/config.ts';
import { parsedJson, statedAmountIn, transactionIdIn } from './body.ts';

const { words } = readConfig(environment());

describe('a body', () => {
  it('keeps all digits of whole numbers', () => {
    expect(parsedJson('{"id":9007199254740993,"a":12,"b":1e300,"c":-1.5}')).toEqual({
      id: '9007199254740993',
      a: 12,
      b: 1e300,
      c: -1.5,
    });
  });

  it.each(['<html>', '', '{'.repeat(20_000), `${'['.repeat(20_000)}x`])(
    'that is no JSON is not parsed',
    (text) => {
      expect(parsedJson(text)).toBeUndefined();
    },
  );
});

describe('the payment’s id', () => {
  it.each([
    [{ transactionId: 'tx_1', id: 'other' }, 'tx_1'],
    [{ payment: { id: 17 } }, '17'],
    [{ data: { id: 'd' } }, 'd'],
    [{ id: 'x'.repeat(100) }, 'x'.repeat(100)],
    [{ id: '550e8400-e29b-41d4-a716-446655440006' }, '550e8400-e29b-41d4-a716-446655440006'],
    [{ transaction_id: '', id: 'pay_1' }, 'pay_1'],
    [{ id: 'x'.repeat(101) }, 'x'.repeat(100)],
    [{ id: '10069930690009D7FB10' }, '10069930690009D7FB10'],
    [{ id: '10069930690009067123' }, '10069930690009067123'],
    [{ id: '4000000000002701' }, '400000…2701'],
    [{ id: 4_000_000_000_002_701 }, '400000…2701'],
    [{ id: 'card 4000 0000 0000 2701' }, 'card 400000…2701'],
    [
      {
        id: 'n=\\u0033\\u0037\\u0038\\u0032\\u0038\\u0032\\u0032\\u0034\\u0036\\u0033\\u0031\\u0030\\u0030\\u0030\\u0035',
      },
      'n=378282…0005',
    ],
    [{ id: ' pay_1\n' }, 'pay_1'],
    [{ id: 'pay\u0000_1' }, 'pay_1'],
    [{ id: ' \u0000' }, undefined],
    [{ id: { nested: 1 } }, undefined],
    [{}, undefined],
    ['pay_1', undefined],
  ])('of %j is %s', (body, id) => {
    expect(transactionIdIn(body, words)).toBe(id);
  });
});

describe('the amount that a body states', () => {
  it.each([
    [{ amount: 12_990 }, 12_990],
    [{ amount: 129.9 }, 12_990],
    [{ Valor: '129,90' }, 12_990],
    [{ valor: 'R$ 1.299,00' }, 129_900],
    [{ amount: '12990' }, 12_990],
    [{ charges: [{ amount: { value: 12_990 } }] }, 12_990],
  ])('of %j may be %i centavos', (body, centavos) => {
    expect(statedAmountIn(body)).toContain(centavos);
  });

  it.each([{}, null, { amount: 'free' }, { amount: null }, { installments: 3 }])(
    'of %j is not stated',
    (body) => {
      expect(statedAmountIn(body)).toBeUndefined();
    },
  );
});
