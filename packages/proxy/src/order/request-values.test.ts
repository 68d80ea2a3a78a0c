import { CheckoutRequest } from '@card-checkout/contract';
import { describe, expect, it } from 'vitest';
import { card, newProof, payer } from '@card-checkout/testing/checkout-request';
import { purchaseOf } from './purchase.ts';
import { refusalOfPurchase, type ValueRules } from './request-values.ts';

const times = { signedAt: 0, expiresAtMs: Infinity };
const order = { id: 'o', amountCentavos: 1, maxInstallments: 3, ...times };

const noon = new Date('2026-11-20T12:00:00Z');

interface Circumstances {
  now?: Date;
  order?: Partial<typeof order>;
  rules?: Partial<ValueRules>;
}

function refusalOf(changes: Record<string, unknown>, given: Circumstances = {}) {
  const request = CheckoutRequest.parse({ order: 'x', card, payer, ...changes });
  const rules: ValueRules = { threeDS: 'preferred', proof: 'cavv', ...given.rules };
  const purchase = purchaseOf({ ...order, ...given.order }, request, rules.proof);
  return refusalOfPurchase(purchase, rules, given.now ?? noon);
}

function faultsOf(changes: Record<string, unknown>, given?: Circumstances) {
  const refusal = refusalOf(changes, given);
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
    ['a long number', withCard({ number: '40000000000027010000' }), { 'card.number': ['invalid'] }],
    ['a short number', withCard({ number: '42424242428' }), { 'card.number': ['invalid'] }],
    [
      'a spaced number',
      withCard({ number: '4000 0000 0000 2701' }),
      { 'card.number': ['invalid'] },
    ],
    ['no number', withCard({ number: '' }), { 'card.number': ['required'] }],
    ['a blank holder', withCard({ holder: '  ' }), { 'card.holder': ['required'] }],
    ['no expiry', withCard({ expiry: '' }), { 'card.expiry': ['required'] }],
    ['a month 0', withCard({ expiry: '2030-00' }), { 'card.expiry': ['invalid'] }],
    ['a long month', withCard({ expiry: '2030-123' }), { 'card.expiry': ['invalid'] }],
    ['a long year', withCard({ expiry: '12030-12' }), { 'card.expiry': ['invalid'] }],
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

    expect(faultsOf(changes, { now: new Date('2026-11-02T02:59:59Z') })).toEqual({});
    expect(faultsOf(changes, { now: new Date('2026-11-02T03:00:00Z') })).toEqual({
      'card.expiry': ['expired'],
    });
  });

  it.each([
    ['the reference of a proof', 'reference', { ReferenceId: 'x' }, {}],
    ['a blank reference', 'reference', { ReferenceId: ' ' }, { threeDSecure: ['incomplete'] }],
    ['no reference', 'reference', proof, { threeDSecure: ['incomplete'] }],
    ['a reference alone', 'cavv', { ReferenceId: 'x' }, { threeDSecure: ['incomplete'] }],
  ] as const)('checks %s, where the proof is a %s', (_name, kind, threeDSecure, faults) => {
    expect(faultsOf({ threeDSecure }, { rules: { proof: kind } })).toEqual(faults);
  });

  const dayAhead = noon.getTime() / 1000 + 86_400;
  const leewayMs = 20 * 60_000;
  const proven = { threeDSecure: proof };

  it.each([
    ['signed a day ahead', {}, { signedAt: dayAhead }],
    ['that expires in a millisecond', {}, { expiresAtMs: noon.getTime() + 1 }],
    ['within the leeway of a proof', proven, { expiresAtMs: noon.getTime() - leewayMs + 1 }],
  ])('accepts an order %s', (_name, changes, given) => {
    expect(refusalOf(changes, { order: given })).toBeUndefined();
  });

  it('refuses an order signed more than a day ahead', () => {
    const refusal = refusalOf({}, { order: { signedAt: dayAhead + 1 } });

    expect(refusal?.problem).toMatchObject({
      code: 'order_invalid',
      detail: 'iat: is in the future',
    });
  });

  it.each([
    ['without a proof', {}, 0],
    ['with a part of one', { threeDSecure: { Cavv: 'a' } }, 0],
    ['after the leeway of a proof', proven, leewayMs],
  ])('refuses an expired order %s', (_name, changes, sinceMs) => {
    const expiresAt = new Date(noon.getTime() - sinceMs);

    const refusal = refusalOf(changes, { order: { expiresAtMs: expiresAt.getTime() } });

    expect(refusal).toMatchObject({
      problem: { code: 'order_expired' },
      reason: `exp: ${expiresAt.toISOString()}`,
    });
  });

  it.each([
    ['no proof', {}, 'three_ds_required'],
    ['a failed one', { threeDSecure: { ...proof, Eci: '07' } }, 'three_ds_required'],
    ['a proof', proven, undefined],
  ])('answers %s, where every card needs one: %s', (_name, changes, code) => {
    const refusal = refusalOf(changes, { rules: { threeDS: 'required' } });

    expect(refusal?.problem.code).toBe(code);
  });

  it('reports every fault at once', () => {
    expect(faultsOf({ ...withCard({ number: '1', holder: '' }), installments: 9 })).toEqual({
      'card.number': ['invalid'],
      'card.holder': ['required'],
      installments: ['invalid'],
    });
  });
});
