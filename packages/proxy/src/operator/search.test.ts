import { describe, expect, it } from 'vitest';
import { cluesIn, fits, rangeOf } from './search.ts';
import type { PaymentView } from './views.ts';

const now = new Date(2026, 10, 26, 3);

const payment: PaymentView = {
  paymentId: '01939d2e-0000-7000-8000-00003cacc7e5',
  orderId: 'order-1',
  status: 'unknown',
  amount: 12_990,
  installments: 1,
  card: { last4: '2701', kind: 'credit' },
  tries: 1,
  blocksOrder: true,
  startedAt: new Date(2026, 10, 25, 17, 46).toISOString(),
  changedAt: now.toISOString(),
};

describe('clues', () => {
  it.each([
    ['3CAC-C7E5', { short: '3CAC-C7E5' }],
    ['3cacc7e5', { short: '3CAC-C7E5' }],
    ['2701', { last4: '2701' }],
    ['129,90', { amountCentavos: 12_990 }],
    ['R$ 1.299,00', { amountCentavos: 129_900 }],
    ['R$1,299.00', { amountCentavos: 129_900 }],
    ['2026-11-25', { day: new Date(2026, 10, 25) }],
    ['25/11/2026', { day: new Date(2026, 10, 25) }],
    ['25/11/26', { day: new Date(2026, 10, 25) }],
    ['25/11', { day: new Date(2026, 10, 25) }],
    ['27/11', { day: new Date(2025, 10, 27) }],
    [
      'R$ 129,90 · final 2701 · 25/11 17:46',
      { amountCentavos: 12_990, last4: '2701', day: new Date(2026, 10, 25) },
    ],
  ])('are read from %s', (text, clues) => {
    expect(cluesIn(text, false, now)).toEqual(clues);
  });

  it.each(['', ' ', 'order-1', '270', '27011', '2701 order', '129,9', '4000000000002701'])(
    'are not %j',
    (text) => {
      expect(cluesIn(text, false, now)).toBeUndefined();
    },
  );

  it('have the month first where English is read', () => {
    expect(cluesIn('11/25', true, now)).toEqual({ day: new Date(2026, 10, 25) });
  });
});

describe('a payment', () => {
  it.each([
    ['2701', true],
    ['129,90 2701', true],
    ['25/11', true],
    ['3CAC-C7E5', true],
    ['2702', false],
    ['129,91 2701', false],
    ['24/11', false],
    ['26/11', false],
    ['3CAC-C7E6', false],
  ])('is looked for by %s: %s', (text, isFound) => {
    const clues = cluesIn(text, false, now) ?? {};
    const { since, until } = rangeOf(clues);

    expect(fits(payment, clues)).toBe(isFound);
    if (isFound) expect(payment.changedAt > since && payment.changedAt < until).toBe(true);
  });
});
