import type { InstallmentPlan } from '@card-checkout/contract';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { orderSecret } from '@card-checkout/testing/checkout-request';
import { readOrder } from '../order/order-token.ts';
import { RotatingSecret, Secret } from '../sensitive/secret.ts';
import { signOrder } from './sign-order.ts';

const rules = {
  orderSecret: new RotatingSecret(new Secret(orderSecret)),
  allowUnsignedOrders: false,
  reservedMembers: new Set<string>(),
};

describe('signOrder', () => {
  it('signs what readOrder reads', async () => {
    const payer = { name: 'Maria' };
    const fields = { description: 'Shoes' };
    const claims = { sub: 'o-1', amount: 12_990, installments: { max: 6 }, payer, fields };

    const token = await signOrder({ ...claims, aud: 'card-checkout' }, orderSecret);

    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(await readOrder(token, rules)).toEqual({
      id: 'o-1',
      amountCentavos: 12_990,
      signedAt: expect.any(Number),
      maxInstallments: 6,
      payer,
      fields,
      expiresAtMs: expect.any(Number),
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

    const order = await readOrder(await sign([{ ...plan, cet: 30.12 }]), rules);

    expect(order).toMatchObject({ maxInstallments: 12, plans: [{ ...plan, cet: 30.12 }] });
    await expect(sign([plan])).rejects.toThrow('installments.plans.0.cet');
    await expect(sign([{ ...plan, total: 1473.12 }])).rejects.toThrow('installments.plans.0.total');
    await expect(sign([])).rejects.toThrow('installments.plans');
  });

  it('gives an order 30 minutes by default', async () => {
    const claims = decodeJwt(await signOrder({ sub: 'o', amount: 1, iat: 1000 }, orderSecret));

    expect(claims).toMatchObject({ iat: 1000, exp: 2800, currency: 'BRL' });
  });

  it('refuses a short secret and an amount that no one can pay', async () => {
    await expect(signOrder({ sub: 'o', amount: 1 }, 'short')).rejects.toThrow(RangeError);
    await expect(signOrder({ sub: 'o', amount: 0.5 }, orderSecret)).rejects.toThrow('amount');
  });

  it.each([
    ['a time in milliseconds', { iat: Date.now() }, 'must be in whole seconds since 1970'],
    ['an end in milliseconds', { exp: Date.now() }, 'must be in whole seconds since 1970'],
    ['a member of the charge in `fields`', { fields: { docType: 'cpf' } }, 'must not set'],
    ['another audience', { aud: ['another'] }, 'aud must contain'],
  ])('refuses %s, and says so', async (_name, claims, reason) => {
    const signing = signOrder({ sub: 'o', amount: 1, ...claims }, orderSecret);

    await expect(signing).rejects.toThrow(reason);
  });
});
