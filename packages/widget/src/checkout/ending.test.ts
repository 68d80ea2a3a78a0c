import type { Payment } from '@card-checkout/contract/payment';
import { describe, expect, it } from 'vitest';
import { paymentIdIn } from './checkout-state.ts';
import { endingOf, isUnresolved, looksAlike } from './ending.ts';

const payment: Payment = {
  id: 'a',
  orderId: 'b',
  status: 'approved',
  amount: 100,
  currency: 'BRL',
  installments: 1,
  retryable: false,
  tries: 1,
};

describe('endingOf', () => {
  it.each([
    ['approved', 'approved', 'checkout-approved'],
    ['declined', 'error', 'checkout-error'],
    ['processing', 'pending', 'checkout-pending'],
    ['unknown', 'pending', 'checkout-pending'],
    ['invalid', 'error', 'checkout-error'],
    ['failed', 'error', 'checkout-error'],
  ] as const)('makes %s the state %s with %s', (status, state, event) => {
    const ending = endingOf({ ...payment, status });

    expect([paymentIdIn(ending.state), ending.state.status, ending.event.type]).toEqual([
      'a',
      state,
      event,
    ]);
  });

  it.each([
    [
      { status: 'approved', payment: { nsu: 7 } },
      { isEarlier: false, payment: { nsu: 7 } },
    ],
    [{ status: 'approved' }, { isEarlier: false, payment: {} }],
    [{ status: 'declined', retryable: true }, { code: 'declined' }],
    [{ status: 'unknown' }, {}],
  ] as const)('tells the page of %j which payment it is, and %j', (outcome, told) => {
    const { event } = endingOf({ ...payment, ...outcome });

    expect(event).toMatchObject({ paymentId: 'a', ...told });
  });

  it.each([
    ['configuration', false],
    ['rate_limited', true],
  ] as const)('tells the page the error %s and if it is retryable: %s', (code, retryable) => {
    const { event } = endingOf({ ...payment, status: 'failed', code, retryable });

    expect(event).toMatchObject({ code, retryable });
  });

  it.each([
    [false, false],
    [true, true],
  ])("calls a payment another one's only if it is said: %s", (isOther, shown) => {
    expect(endingOf(payment, ...(isOther ? [true] : [])).state).toMatchObject({ isOther: shown });
  });

  it('invites to another card after a decline only if nothing was charged', () => {
    const declined = { ...payment, status: 'declined', code: 'declined' } as const;

    expect(endingOf({ ...declined, retryable: true }).state.status).toBe('declined');
    const inDoubt = { status: 'error', error: { code: 'unavailable', retryable: false } };
    expect(endingOf(declined).state).toMatchObject(inDoubt);
    expect(endingOf({ ...declined, status: 'invalid' }).state).toMatchObject(inDoubt);
  });

  it.each([
    ['rate_limited', true, 'rate_limited'],
    ['rate_limited', false, 'unavailable'],
    ['configuration', false, 'configuration'],
    ['no_answer', true, 'unexpected'],
    [undefined, true, 'unexpected'],
  ] as const)('reads the code %s (retryable: %s) as %s', (code, retryable, known) => {
    const failed = { ...payment, status: 'failed', retryable } as const;
    const { state } = endingOf({ ...failed, ...(code && { code }) });

    expect(state).toMatchObject({ error: { code: known, retryable } });
  });

  it('keeps what is wrong with a field', () => {
    const fields = { 'card.number': ['refused' as const] };
    const { state } = endingOf({ ...payment, status: 'invalid', retryable: true, fields });

    expect(state).toMatchObject({ error: { fields, retryable: true } });
  });
});

describe('isUnresolved', () => {
  it.each([
    [{ status: 'processing', retryable: true }, true],
    [{ status: 'unknown', retryable: true }, true],
    [{ status: 'unknown', code: 'configuration' }, true],
    [{ status: 'approved' }, false],
    [{ status: 'failed' }, true],
    [{ status: 'failed', code: 'configuration' }, false],
    [{ status: 'failed', retryable: true }, false],
  ] as const)('says of %j: %s', (outcome, isOpen) => {
    expect(isUnresolved({ ...payment, ...outcome })).toBe(isOpen);
  });
});

describe('looksAlike', () => {
  const failed = { ...payment, status: 'failed' } as const;

  it.each([
    [failed, { ...failed, tries: 2 }, true],
    [failed, { ...failed, retryable: true }, false],
    [failed, payment, false],
  ])('says of %j and %j: %s', (one, other, isAlike) => {
    expect(looksAlike(one, other)).toBe(isAlike);
  });
});
