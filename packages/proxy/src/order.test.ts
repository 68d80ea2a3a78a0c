import type { InstallmentPlan } from '@card-checkout/contract';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { readOrder, signOrder } from './order.ts';
import { orderSecret } from './running-proxy.test-support.ts';
import { Secret } from './secret.ts';

const rules = { orderSecret: new Secret(orderSecret), allowUnsignedOrders: false };

describe('signOrder', () => {
  it('signs what readOrder reads', async () => {
    const payer = { name: 'Maria' };
    const fields = { description: 'Shoes' };
    const claims = { sub: 'o-1', amount: 12_990, installments: { max: 6 }, payer, fields };

    const token = await signOrder({ ...claims, aud: 'card-checkout' }, orderSecret);

    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(await readOrder(token, rules, new Date())).toEqual({
      id: 'o-1',
      amountCentavos: 12_990,
      maxInstallments: 6,
      payer,
      fields,
      expired: false,
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

    const order = await readOrder(await sign([{ ...plan, cet: 30.12 }]), rules, new Date());

    expect(order).toMatchObject({ maxInstallments: 12, plans: [{ ...plan, cet: 30.12 }] });
    await expect(sign([plan])).rejects.toThrow(/"installments",\s+"plans",\s+0,\s+"cet"/);
    await expect(sign([{ ...plan, total: 1473.12 }])).rejects.toThrow('"total"');
    await expect(sign([])).rejects.toThrow('"plans"');
  });

  it('gives an order 30 minutes unless told otherwise', async () => {
    const claims = decodeJwt(await signOrder({ sub: 'o', amount: 1, iat: 1000 }, orderSecret));

    expect(claims).toMatchObject({ iat: 1000, exp: 2800, currency: 'BRL' });
  });

  it('refuses a short secret and an amount that no one can pay', async () => {
    await expect(signOrder({ sub: 'o', amount: 1 }, 'short')).rejects.toThrow(RangeError);
    await expect(signOrder({ sub: 'o', amount: 0.5 }, orderSecret)).rejects.toThrow('amount');
  });
});
