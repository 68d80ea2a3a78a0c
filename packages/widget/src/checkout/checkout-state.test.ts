import type { Payment } from '@card-checkout/contract/payment';
import { describe, expect, it } from 'vitest';
import { endingOf } from './ending.ts';
import { mayHavePaid } from './checkout-state.ts';

const payment: Payment = {
  id: 'a',
  orderId: 'order-1',
  status: 'approved',
  amount: 100,
  currency: 'BRL',
  installments: 1,
  retryable: false,
  tries: 1,
};

describe('mayHavePaid', () => {
  it.each([
    ['an approval', {}, true],
    ['an end that is not known', { status: 'unknown' }, true],
    ['a 5xx', { status: 'unknown', code: 'unavailable' }, true],
    ['a decline beside a payment in doubt', { status: 'declined', code: 'declined' }, true],
    ['a decline', { status: 'declined', code: 'declined', retryable: true }, false],
    ['a service out of reach', { status: 'failed', code: 'unavailable', retryable: true }, false],
    ['a wrong setting', { status: 'failed', code: 'configuration' }, false],
  ] as const)('after %s', (_name, changes, isKept) => {
    const { state } = endingOf({ ...payment, ...changes });

    expect(mayHavePaid(state, 'order-1')).toBe(isKept);
    expect(mayHavePaid(state, 'order-2')).toBe(false);
  });
});
