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

  it('gives an order 30 minutes unless told otherwise', async () => {
    const claims = decodeJwt(await signOrder({ sub: 'o', amount: 1, iat: 1000 }, orderSecret));

    expect(claims).toMatchObject({ iat: 1000, exp: 2800, currency: 'BRL' });
  });

  it('refuses a short secret and an amount that no one can pay', async () => {
    await expect(signOrder({ sub: 'o', amount: 1 }, 'short')).rejects.toThrow(RangeError);
    await expect(signOrder({ sub: 'o', amount: 0.5 }, orderSecret)).rejects.toThrow('amount');
  });
});
