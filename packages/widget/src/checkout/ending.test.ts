import type { Payment } from '@card-checkout/contract/payment';
import { describe, expect, it } from 'vitest';
import { paymentIdIn } from './checkout-state.ts';
import { endingOf } from './ending.ts';

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
