import { describe, expect, it } from 'vitest';
import { readOrderToken, unsignedOrder } from './order.ts';

function token(claims: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return `e30.${payload}.signature`;
}

describe('readOrderToken', () => {
  it('reads what the form needs, with letters beyond ASCII', () => {
    const onWire = token({
      sub: 'pedido-1',
      amount: 12_990,
      installments: { max: 3 },
      payer: { name: 'José' },
    });

    expect(readOrderToken(onWire)).toEqual({
      id: 'pedido-1',
      amountCentavos: 12_990,
      maxInstallments: 3,
      payer: { name: 'José' },
      onWire,
    });
  });

  it('offers one instalment where the order says nothing of them', () => {
    expect(readOrderToken(token({ sub: 'a', amount: 1 })).maxInstallments).toBe(1);
  });

  it.each(['', 'x', 'a.b.c', token(null), token({ sub: 'a' }), token({ sub: 'a', amount: 1.5 })])(
    'refuses %s',
    (text) => {
      expect(() => readOrderToken(text)).toThrow('order_invalid');
    },
  );
});

describe('unsignedOrder', () => {
  it('goes to the proxy as it is', () => {
    expect(unsignedOrder('a', 500).onWire).toEqual({ id: 'a', amount: 500 });
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses an amount of %d', (amount) => {
    expect(() => unsignedOrder('a', amount)).toThrow('order_invalid');
  });
});
