import { afterEach, describe, expect, it, vi } from 'vitest';
import { readOrderToken } from './order.ts';

function token(claims: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return `e30.${payload}.signature`;
}

describe('readOrderToken', () => {
  it('reads what the form needs, with letters beyond ASCII', () => {
    const signed = token({
      sub: 'pedido-1',
      amount: 12_990,
      installments: { max: 3 },
      payer: { name: 'José', document: '52998224725' },
      description: 'Plano anual',
      statementName: 1,
    });

    expect(readOrderToken(signed)).toEqual({
      id: 'pedido-1',
      amountCentavos: 12_990,
      maxInstallments: 3,
      payer: { name: 'José' },
      document: '52998224725',
      description: 'Plano anual',
      statementName: '',
      token: signed,
    });
  });

  it('offers one installment where the order says nothing of them', () => {
    expect(readOrderToken(token({ sub: 'a', amount: 1 })).maxInstallments).toBe(1);
  });

  it.each(['', 'x', 'a.b.c', token(null), token({ sub: 'a' }), token({ sub: 'a', amount: 1.5 })])(
    'refuses %s',
    (text) => {
      expect(() => readOrderToken(text)).toThrow('order_invalid');
    },
  );
});

describe('an order', () => {
  afterEach(() => void vi.useRealTimers());

  it('expires by the clock of the proxy, whatever that of the device says', async () => {
    // The clock that another test's answer has set is forgotten.
    vi.resetModules();
    const { msUntil, setProxyClock } = await import('../proxy-client/call.ts');
    vi.useFakeTimers({ now: Date.UTC(2099) });
    const order = readOrderToken(token({ sub: 'a', amount: 1, exp: 1600 }));
    const hasExpired = () => msUntil(order.expiresAt ?? 0) <= 0;
    const isExpired = [hasExpired()];
    setProxyClock(new Response('', { headers: { Date: new Date(1_000_000).toUTCString() } }));
    for (const passedMs of [0, 599_000, 2_000]) {
      vi.advanceTimersByTime(passedMs);
      isExpired.push(hasExpired());
    }

    expect(isExpired).toEqual([false, false, false, true]);
  });
});

function plansOf(plans: unknown) {
  const installments = { max: 12, plans };
  return readOrderToken(token({ sub: 'a', amount: 129_900, installments })).plans;
}

describe('the plans of an order', () => {
  const inFull = { count: 1, amount: 129_900, total: 129_900 };
  const rates = { monthlyRate: 1.99, annualRate: 26.68, cet: 30.12 };
  const inTwelve = { count: 12, amount: 12_276, total: 147_312, ...rates, agent: 'Banco Exemplo' };

  it('come by their number of installments', () => {
    expect(plansOf([inTwelve, inFull])).toEqual([inFull, inTwelve]);
  });

  it.each([
    ['no list', {}],
    ['none', []],
    ['no plan', [null]],
    ['a text for a number', [{ ...inFull, count: '1' }]],
    ['reais', [{ ...inFull, amount: 1299.5, total: 1299.5 }]],
  ])('are refused for %s', (_name, plans) => {
    expect(() => plansOf(plans)).toThrow('order_invalid');
  });
});
