import { CheckoutRequest } from '@card-checkout/contract';
import { describe, expect, it } from 'vitest';
import { card, newProof } from '@card-checkout/testing/checkout-request';
import { purchaseOf } from './purchase.ts';
import { refusalOfPurchase } from './request-values.ts';

const times = { signedAt: 0, expiresAtMs: Infinity };
const order = { id: 'o', amountCentavos: 1, maxInstallments: 3, ...times };

function faultsOf(changes: Record<string, unknown>, now = new Date('2026-11-20T12:00:00Z')) {
  const payer = { docType: 'cpf', document: '52998224725' };
  const request = CheckoutRequest.parse({ order: 'x', card, payer, ...changes });
  const refusal = refusalOfPurchase(
    purchaseOf(order, request),
    { threeDS: 'preferred', proof: 'cavv' },
    now,
  );
  return refusal ? refusal.problem.fields : {};
}

const proof = newProof();
const withCard = (changes: object) => ({ card: { ...card, ...changes } });
const withPayer = (docType: string, document: string) => ({ payer: { docType, document } });

describe('refusalOfPurchase', () => {
  it.each([
    [
      'the number’s check digit',
      withCard({ number: '4000000000002702' }),
      { 'card.number': ['invalid'] },
    ],
    ['a short number', withCard({ number: '42424242428' }), { 'card.number': ['invalid'] }],
    [
      'a spaced number',
      withCard({ number: '4000 0000 0000 2701' }),
      { 'card.number': ['invalid'] },
    ],
    ['no number', withCard({ number: '' }), { 'card.number': ['required'] }],
    ['a blank holder', withCard({ holder: '  ' }), { 'card.holder': ['required'] }],
    ['no expiry', withCard({ expiry: '' }), { 'card.expiry': ['required'] }],
    ['a 13th month', withCard({ expiry: '2030-13' }), { 'card.expiry': ['invalid'] }],
    ['another notation', withCard({ expiry: '12/30' }), { 'card.expiry': ['invalid'] }],
    ['a past month', withCard({ expiry: '2026-10' }), { 'card.expiry': ['expired'] }],
    ['a short code', withCard({ securityCode: '12' }), { 'card.securityCode': ['invalid'] }],
    ['a long code', withCard({ securityCode: '12345' }), { 'card.securityCode': ['invalid'] }],
    ['no code', withCard({ securityCode: '' }), { 'card.securityCode': ['required'] }],
    ['a wrong CPF', withPayer('cpf', '52998224726'), { 'payer.document': ['invalid'] }],
    ['a CPF as CNPJ', withPayer('cnpj', '52998224725'), { 'payer.document': ['invalid'] }],
    ['no document', withPayer('cpf', ''), { 'payer.document': ['required'] }],
    ['too many installments', { installments: 4 }, { installments: ['invalid'] }],
    ['a part of 3DS', { threeDSecure: { Cavv: 'a', Eci: '05' } }, { threeDSecure: ['incomplete'] }],
    [
      'a blank Cavv',
      { threeDSecure: { Cavv: ' ', Eci: '05', Version: '2' } },
      { threeDSecure: ['incomplete'] },
    ],
    ['debit without 3DS', withCard({ kind: 'debit' }), { threeDSecure: ['required'] }],
    [
      'debit in installments',
      { ...withCard({ kind: 'debit' }), threeDSecure: proof, installments: 2 },
      { installments: ['invalid'] },
    ],
  ])('finds %s', (_name, changes, fields) => {
    expect(faultsOf(changes)).toEqual(fields);
  });

  it.each([
    ['a card', {}],
    ['a letter CNPJ', withPayer('cnpj', '12ABC34501DE35')],
    ['four digits of code', withCard({ securityCode: '1234' })],
    ['the last installment', { installments: 3 }],
    ['a whole 3DS', { threeDSecure: proof }],
    ['a malformed 3DS, for the API to judge', { threeDSecure: { ...proof, Cavv: 'x' } }],
    ['debit with 3DS', { ...withCard({ kind: 'debit' }), threeDSecure: proof }],
  ])('lets %s pass', (_name, changes) => {
    expect(faultsOf(changes)).toEqual({});
  });

  it('takes a card through its last month in Brasília, and a day more', () => {
    const changes = withCard({ expiry: '2026-10' });

    expect(faultsOf(changes, new Date('2026-11-02T02:59:59Z'))).toEqual({});
    expect(faultsOf(changes, new Date('2026-11-02T03:00:00Z'))).toEqual({
      'card.expiry': ['expired'],
    });
  });

  it('reports every fault at once', () => {
    expect(faultsOf({ ...withCard({ number: '1', holder: '' }), installments: 9 })).toEqual({
      'card.number': ['invalid'],
      'card.holder': ['required'],
      installments: ['invalid'],
    });
  });
});
