import type { InstallmentPlan } from '@card-checkout/contract';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { orderSecret } from '@card-checkout/testing/checkout-request';
import { installmentPlans } from './installment-plans.ts';
import { signOrder, type OrderToSign } from './sign-order.ts';

describe('signOrder', () => {
  it('signs the claims with HS256', async () => {
    const payer = { name: 'Maria' };
    const fields = { description: 'Shoes' };
    const claims = { sub: 'o-1', amount: 12_990, installments: { max: 6 }, payer, fields };

    const token = await signOrder({ ...claims, aud: 'card-checkout' }, orderSecret);

    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const { payload } = await jwtVerify(token, Buffer.from(orderSecret));
    expect(payload).toEqual({
      ...claims,
      aud: 'card-checkout',
      currency: 'BRL',
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
  });

  it('signs plans, and says which claim of one is wrong', async () => {
    const plan = {
      count: 12,
      amount: 12_276,
      total: 147_312,
      monthlyRate: 1.99,
      annualRate: 26.68,
    };
    const claims = { sub: 'o', amount: 129_900 };
    const sign = (plans: InstallmentPlan[]) =>
      signOrder({ ...claims, installments: { max: 12, plans } }, orderSecret);

    const order = decodeJwt(await sign([{ ...plan, cet: 30.12 }]));

    expect(order).toMatchObject({ installments: { max: 12, plans: [{ ...plan, cet: 30.12 }] } });
    await expect(sign([plan])).rejects.toThrow('installments.plans.0.cet');
    await expect(sign([{ ...plan, total: 1473.12 }])).rejects.toThrow('installments.plans.0.total');
    await expect(sign([])).rejects.toThrow('installments.plans');
  });

  it('gives an order 30 minutes by default', async () => {
    const iat = Math.floor(Date.now() / 1000) - 60;

    const claims = decodeJwt(await signOrder({ sub: 'o', amount: 1, iat }, orderSecret));

    expect(claims).toMatchObject({ iat, exp: iat + 1800, currency: 'BRL' });
  });

  it('refuses a short secret', async () => {
    await expect(signOrder({ sub: 'o', amount: 1 }, 'short')).rejects.toThrow(RangeError);
  });

  it.each([
    [{ sub: 1042 }, 'sub must be a string, got 1042'],
    [{ sub: '' }, 'sub must not be empty, got ""'],
    [{ sub: 4_000_000_000_002_701 }, 'sub must be a string'],
    [{ sub: undefined }, 'sub is missing'],
    [{ amount: '12990' }, 'amount must be a number, got "12990"'],
    [{ amount: 129.9 }, 'amount must be a whole number, got 129.9'],
    [{ amount: 0 }, 'amount must be at least 1, got 0'],
    [{ currency: 'USD' }, 'currency must be "BRL", got "USD"'],
    [{ installments: 12 }, 'installments must be an object, got 12'],
    [{ installments: { max: 3, plan: [] } }, 'installments must not have plan'],
    [{ payer: { phone: 11_987_654_321 } }, 'payer.phone must be a string'],
    [{ statementName: 'x'.repeat(23) }, 'statementName must have at most 22 characters'],
    [{ sub: 1, amount: 0 }, 'sub must be a string, got 1; amount must be at least 1, got 0'],
    [{ exp: 2800 }, 'exp was at 1970-01-01T00:46:40.000Z'],
    [{ iat: 90_000_000_000 }, 'iat is in the future, by more than a day'],
    [{ sub: 'no. 4111 1111 1111 1111' }, 'sub contains a card number'],
    [{ sub: '630000000004' }, 'sub contains a card number'],
    [{ exp: Date.now() }, 'exp must be in seconds since 1970, but is in milliseconds'],
    [{ metadata: 'cart-7' }, 'metadata must be an object, got "cart-7"'],
    [{ metadata: { note: 'ç'.repeat(1019) } }, 'metadata must have at most 2 kB as JSON'],
    [{ metadata: { note: '4111111111111111' } }, 'metadata contains a card number'],
    [{ aud: ['another'] }, 'aud must be card-checkout, or a list that contains it'],
  ])('says what is wrong with %j', async (wrong, reason) => {
    const claims: OrderToSign = JSON.parse(JSON.stringify({ sub: 'o', amount: 1, ...wrong }));

    await expect(signOrder(claims, orderSecret)).rejects.toThrow(new RangeError(reason));
  });

  it('signs 2 kB of metadata as they are', async () => {
    // {"":"…"} around 1,020 letters of two bytes and one of one.
    const longest = { '': `${'ç'.repeat(1020)}.` };
    for (const metadata of [longest, { none: null, list: [], deep: { a: [1] } }, {}]) {
      const order = { sub: 'o', amount: 1, metadata };
      expect(decodeJwt(await signOrder(order, orderSecret))).toMatchObject(order);
    }
  });

  it('refuses an order whose token is longer than the proxy takes', async () => {
    const terms = { amount: 129_900, max: 48, interestFree: 1, monthlyRate: 1.99 };
    const lender = 'Banco Exemplo Financiamentos e Investimentos S.A.';
    const installments = installmentPlans({ ...terms, minInstallment: 500, lender });

    const order = signOrder({ sub: 'o', amount: 129_900, installments }, orderSecret);

    await expect(order).rejects.toThrow(/^The token has \d+ characters, at most 8000 are allowed/);
  });

  it('warns once about a claim that the proxy ignores', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const order = { sub: 'o', amount: 1, instalments: { max: 12 } };

    await signOrder(order, orderSecret);
    await signOrder(order, orderSecret);

    const line = 'signOrder: the proxy ignores the unknown claim instalments';
    expect(warn.mock.calls).toEqual([[line]]);
  });
});
