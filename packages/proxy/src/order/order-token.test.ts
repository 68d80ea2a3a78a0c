import type { InstallmentPlan } from '@card-checkout/contract';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { orderSecret } from '@card-checkout/testing/checkout-request';
import { readOrder, signOrder } from './order-token.ts';
import { RotatingSecret, Secret } from '../sensitive/secret.ts';

const rules = rulesOf(orderSecret);

function rulesOf(secrets: string) {
  return {
    orderSecret: new RotatingSecret(new Secret(secrets)),
    allowUnsignedOrders: false,
    reservedMembers: new Set<string>(),
  };
}

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
    await expect(sign([plan])).rejects.toThrow(/"installments",\s+"plans",\s+0,\s+"cet"/);
    await expect(sign([{ ...plan, total: 1473.12 }])).rejects.toThrow('"total"');
    await expect(sign([])).rejects.toThrow('"plans"');
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
    ['a time in milliseconds', { iat: Date.now() }, 'must be in seconds since 1970'],
    ['an end in milliseconds', { exp: Date.now() }, 'must be in seconds since 1970'],
    ['a member of the charge in `fields`', { fields: { docType: 'cpf' } }, 'must not set'],
    ['another audience', { aud: ['another'] }, '"aud"'],
  ])('refuses %s, and says so', async (_name, claims, reason) => {
    const signing = signOrder({ sub: 'o', amount: 1, ...claims }, orderSecret);

    await expect(signing).rejects.toThrow(reason);
  });
});

describe('readOrder with several secrets', () => {
  const [newSecret, oldSecret] = ['n'.repeat(32), 'old and secret '.repeat(3).trim()];
  const order = { sub: 'o', amount: 1 };

  it.each([
    ['without names', `${newSecret}\n${oldSecret}\n`],
    ['with names', `kid=2 ${newSecret}\n\n  kid=1  ${oldSecret}`],
    ['with one name', `kid=2 ${newSecret}\r\n${oldSecret}`],
  ])('takes what any of them signed, %s', async (_name, secrets) => {
    const tokens = await Promise.all([
      signOrder(order, newSecret),
      signOrder(order, oldSecret),
      signOrder(order, newSecret, { kid: '2' }),
      signOrder(order, oldSecret, { kid: '1' }),
    ]);

    const read = tokens.map(async (token) => readOrder(token, rulesOf(secrets)));

    expect((await Promise.all(read)).map(({ id }) => id)).toEqual(['o', 'o', 'o', 'o']);
  });

  it.each([
    ['under the name of the other one', newSecret, { kid: '1' }],
    ['under an unknown name', newSecret, { kid: '3' }],
    ['by another one', 'x'.repeat(32), {}],
    ['by another one under a known name', 'x'.repeat(32), { kid: '2' }],
    ['by a whole line', `kid=2 ${newSecret}`, {}],
    ['by all lines', `kid=2 ${newSecret}\nkid=1 ${oldSecret}`, {}],
  ])('refuses what is signed %s', async (_name, secret, options) => {
    const token = await signOrder(order, secret, options);

    const read = readOrder(token, rulesOf(`kid=2 ${newSecret}\nkid=1 ${oldSecret}`));

    await expect(read).rejects.toMatchObject({ problem: { code: 'order_invalid' } });
  });

  it('knows a secret from the moment on when it is there', async () => {
    const rotated = rulesOf(oldSecret);
    const token = await signOrder(order, newSecret);
    await expect(readOrder(token, rotated)).rejects.toThrow();

    rotated.orderSecret.replaceWith(new Secret(newSecret));

    expect(await readOrder(token, rotated)).toMatchObject({ id: 'o' });
  });
});
