import { describe, expect, it } from 'vitest';
import { paymentOf, type Attempt } from './attempt.ts';

const attempt: Attempt = {
  id: 'a',
  orderId: 'order-1',
  amountCentavos: 100,
  installments: 3,
  orderSignedAt: 1_700_000_000,
  orderAmountCentavos: 12_990,
  fingerprint: 'a fingerprint',
  status: 'approved',
  tries: [
    { number: 1, tokenHash: 'a hash', startedAt: '2030-05-01T12:00:00.000Z', answer: 'uncertain' },
    { number: 2, tokenHash: 'another', startedAt: '2030-05-01T12:00:08.000Z', answer: 'charged' },
  ],
  payment: { id: 'pay_1' },
  alarmAt: '2030-05-01T12:15:00.000Z',
};

describe('paymentOf', () => {
  it('shows what browser and merchant may see, and nothing else', () => {
    expect(paymentOf(attempt, [attempt])).toEqual({
      id: 'a',
      orderId: 'order-1',
      status: 'approved',
      amount: 100,
      currency: 'BRL',
      installments: 3,
      createdAt: '2030-05-01T12:00:00.000Z',
      retryable: false,
      tries: 2,
      payment: { id: 'pay_1' },
    });
  });

  it('shows why an attempt was not approved', () => {
    const fields = { 'card.number': ['invalid' as const] };
    const { payment: _, ...rest } = attempt;
    const refused: Attempt = { ...rest, status: 'invalid', code: 'invalid_input', fields };
    const shown = paymentOf(refused, [refused]);

    expect(shown).toMatchObject({ status: 'invalid', code: 'invalid_input', fields });
    expect(shown).not.toHaveProperty('payment');
  });

  it.each(['reserved', 'sending', 'waiting', 'pending'] as const)(
    'shows %s as processing',
    (status) => {
      expect(paymentOf({ ...attempt, status }, []).status).toBe('processing');
    },
  );
});
