import { hash } from 'node:crypto';
import { CheckoutRequest, type ProofKind } from '@card-checkout/contract';
import { describe, expect, it } from 'vitest';
import { card, newWholeBody } from '@card-checkout/testing/checkout-request';
import { purchaseOf } from './purchase.ts';

const times = { signedAt: 0, expiresAtMs: 0 };
const order = { id: 'o', amountCentavos: 1000, maxInstallments: 3, ...times };
const whole = newWholeBody();

function requestWith(changes: object): CheckoutRequest {
  return CheckoutRequest.parse({ order: 'x', ...whole, ...changes });
}

function hashOf(threeDSecure: object | undefined, proof?: ProofKind): string | undefined {
  return purchaseOf(order, requestWith({ threeDSecure }), proof).proofHash;
}

describe('the amount and the offer', () => {
  const atOnce = { count: 1, amount: 990, total: 990 };
  const dear = { count: 12, amount: 100, total: 1200 };

  it.each([
    ['the last installment', 'credit', 3, undefined, [1000, undefined, true]],
    ['an installment too many', 'credit', 4, undefined, [1000, undefined, false]],
    ['a plan beyond the maximum', 'credit', 12, [atOnce, dear], [1200, dear, true]],
    ['a plan at a discount', 'credit', 1, [atOnce, dear], [990, atOnce, true]],
    ['installments between the plans', 'credit', 2, [atOnce, dear], [1000, undefined, false]],
    ['debit despite plans', 'debit', 1, [atOnce, dear], [1000, undefined, true]],
    ['debit by a plan', 'debit', 12, [atOnce, dear], [1000, undefined, false]],
    ['debit in installments', 'debit', 2, undefined, [1000, undefined, false]],
  ] as const)('follow from %s', (_name, kind, installments, plans, expected) => {
    const request = requestWith({ card: { ...card, kind }, installments });
    const given = plans ? { ...order, plans: [...plans] } : order;

    const { amountCentavos, plan, isOffered } = purchaseOf(given, request);

    expect([amountCentavos, plan, isOffered]).toEqual(expected);
  });
});

describe('the fingerprint', () => {
  const first = purchaseOf(order, requestWith({})).fingerprint;

  it.each([
    ['order', { id: 'other' }, {}],
    ['amount', { amountCentavos: 1001 }, {}],
    ['kind of card', {}, { card: { ...card, kind: 'debit' } }],
    ['first digits', {}, { card: { ...card, number: '4000010000002701' } }],
    ['last digits', {}, { card: { ...card, number: '4000000000002719' } }],
    ['expiry', {}, { card: { ...card, expiry: '2030-11' } }],
    ['holder', {}, { card: { ...card, holder: 'JOSE DA SILVA' } }],
    ['payer', {}, { payer: { ...whole.payer, phone: '11987654322' } }],
    ['installments', {}, { installments: 2 }],
    ['proof', {}, { threeDSecure: undefined }],
  ])('differs for another %s', (_name, given, changes) => {
    const { fingerprint } = purchaseOf({ ...order, ...given }, requestWith(changes));

    expect(fingerprint).not.toBe(first);
  });

  it.each([
    ['token', { order: 'y' }],
    ['security code', { card: { ...card, securityCode: '111' } }],
    ['middle of the number', { card: { ...card, number: '4000001111112701' } }],
  ])('leaves out the %s', (_name, changes) => {
    expect(purchaseOf(order, requestWith(changes)).fingerprint).toBe(first);
  });
});

describe('the hash of a proof', () => {
  const bytes = Buffer.from('00112233445566778899aabbccddeefffbff0011', 'hex');
  const hex = bytes.toString('hex');
  const base64 = bytes.toString('base64');
  const hashOfBytes = hash('sha256', bytes, 'base64url');

  it.each([
    ['base64', base64],
    ['base64 without padding', base64.replace('=', '')],
    ['base64url', bytes.toString('base64url')],
    ['base64 with a line break', `${base64}\n`],
    ['hex', hex],
    ['hex in upper case', hex.toUpperCase()],
    ['hex between spaces', ` \t${hex} \n`],
  ])('is the same for its 20 bytes in %s', (_name, Cavv) => {
    expect(hashOf({ Cavv })).toBe(hashOfBytes);
  });

  it.each([
    ['a toy', 'x'],
    ['a toy with padding', 'x='],
    ['21 bytes', bytes.toString('base64').replace('=', 'A')],
    ['a hex digit too many', `${hex}0`],
    ['a hex digit before it', `0${hex}`],
    ['two values', `${hex} ${hex}`],
  ])('is the hash of the text for %s', (_name, Cavv) => {
    expect(hashOf({ Cavv })).toBe(hash('sha256', Cavv, 'base64url'));
  });

  it('is the hash of the reference, where the API wants one', () => {
    const proof = { Cavv: base64, ReferenceId: 'reference-1' };

    expect(hashOf(proof, 'reference')).toBe(hash('sha256', 'reference-1', 'base64url'));
    expect(hashOf(proof)).toBe(hashOfBytes);
  });

  it('is missing without a proof', () => {
    expect(hashOf(undefined)).toBeUndefined();
    expect(hashOf({ Eci: '05', ReferenceId: 'reference-1' })).toBeUndefined();
    expect(hashOf({ Cavv: base64 }, 'reference')).toBeUndefined();
  });
});
