import { describe, expect, it } from 'vitest';
import { apiRulesOf } from './api-file.ts';
import { reasonIn, statedCentavosIn, transactionIdIn } from './facts.ts';

const rules = apiRulesOf({
  answer: { transactionId: ['/tid', '/payment/id', '/id'], reason: ['/error', '/list/0/text'] },
}).answer;

describe('the payment’s id', () => {
  it.each([
    [{ tid: 'tx_1', id: 'other' }, 'tx_1'],
    [{ payment: { id: 17 } }, '17'],
    [{ data: { id: 'd' } }, undefined],
    [{ id: '550e8400-e29b-41d4-a716-446655440006' }, '550e8400-e29b-41d4-a716-446655440006'],
    [{ tid: '', id: 'pay_1' }, 'pay_1'],
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
    [{ id: ' pay\u0000_1\n' }, 'pay_1'],
    [{ id: ' \u0000' }, undefined],
    [{ id: { nested: 1 } }, undefined],
    ['pay_1', undefined],
  ])('of %j is %s', (body, id) => {
    expect(transactionIdIn(body, rules)).toBe(id);
  });
});

describe('the amount that a body states', () => {
  it.each([
    ['centavos', 12_990, 12_990],
    ['centavos', '12990', 12_990],
    ['centavos', '12990.00', 12_990],
    ['reais', 129.9, 12_990],
    ['reais', '129.9000', 12_990],
    ['reais', '129,90', 12_990],
    ['reais', 'R$ 1.299,00', 129_900],
    ['reais', '1,299.00', 129_900],
    ['reais', '1.299.000', 129_900_000],
    ['reais', 0, 0],
    ['reais', 'free', undefined],
    ['reais', null, undefined],
    ['reais', { value: 1 }, undefined],
  ])('in %s as %j is %j centavos', (unit, total, centavos) => {
    const amount = { pointers: ['/total', '/charges/0/total'], unit };
    const { answer } = apiRulesOf({ answer: { amount } });

    expect(statedCentavosIn({ total, fee: { amount: 648 } }, answer)).toBe(centavos);
    expect(statedCentavosIn({ charges: [{ total }] }, answer)).toBe(centavos);
  });

  it('is none where the file declares none', () => {
    expect(statedCentavosIn({ amount: 1, valor: 1 }, rules)).toBeUndefined();
  });
});

describe('a reason', () => {
  it('names what decided, then what the API says at the declared places', () => {
    const body = { error: { a: ['x', 'y'], b: '' }, list: [{ text: 'z', other: 1 }], message: 'm' };

    expect(reasonIn(body, rules, '/status: refused')).toEqual({
      reason: '/status: refused, /error/a/0: x, /error/a/1: y, /list/0/text: z',
    });
    expect(reasonIn({ message: 'm' }, rules)).toEqual({});
  });
});
