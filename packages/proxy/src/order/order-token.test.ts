import { describe, expect, it } from 'vitest';
import { createSigner, type SignerOptions } from 'fast-jwt';
import { orderKeysIn, readOrder } from './order-token.ts';
import { signOrder } from '@card-checkout/server';
import { Secret } from '../sensitive/secret.ts';

function rulesOf(secrets: string) {
  return {
    orderSecret: new Secret(secrets),
    reservedMembers: new Set<string>(),
  };
}

it.each([
  ['a name', 'kid=2  a b', { kid: '2', secret: 'a b' }],
  ['no name', 'a kid=2 b', { kid: undefined, secret: 'a kid=2 b' }],
  ['a line separator', 'kid=2 a\u2028b', { kid: undefined, secret: 'kid=2 a\u2028b' }],
])('orderKeysIn reads a line with %s', (_name, line, key) => {
  expect(orderKeysIn(line)).toEqual([key]);
});

describe('readOrder with several secrets', () => {
  const [newSecret, oldSecret] = ['n'.repeat(32), 'old and secret '.repeat(3).trim()];
  const order = { sub: 'o', amount: 1 };
  const unsigned = expect.objectContaining({
    problem: expect.objectContaining({ code: 'order_invalid' }),
    reason: 'signature: none of ORDER_SECRET made it',
  });

  function signedWith(options: Partial<SignerOptions>): string {
    const claims = { ...order, currency: 'BRL', iat: 1, exp: 2 };
    return createSigner({ key: newSecret, ...options })(claims);
  }

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

    const read = tokens.map((token) => readOrder(token, rulesOf(secrets)).id);

    expect(read).toEqual(['o', 'o', 'o', 'o']);
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

    const read = () => readOrder(token, rulesOf(`kid=2 ${newSecret}\nkid=1 ${oldSecret}`));

    expect(read).toThrow(unsigned);
  });

  it('skips a secret with another name even if one has no name', async () => {
    const token = await signOrder(order, newSecret, { kid: '1' });

    expect(() => readOrder(token, rulesOf(`kid=2 ${newSecret}\n${oldSecret}`))).toThrow(unsigned);
  });

  it("tries every secret if the header's name isn't a string", () => {
    const token = signedWith({ algorithm: 'HS256', header: JSON.parse('{ "kid": 5 }') });

    expect(readOrder(token, rulesOf(`kid=2 ${newSecret}`))).toMatchObject({ id: 'o' });
  });

  it.each(['HS384', 'HS512'] as const)('refuses what is signed with %s', (algorithm) => {
    const token = signedWith({ algorithm });

    expect(() => readOrder(token, rulesOf(newSecret))).toThrow(unsigned);
  });

  it('knows a secret from the moment on when it is there', async () => {
    const rotated = rulesOf(oldSecret);
    const token = await signOrder(order, newSecret);
    expect(() => readOrder(token, rotated)).toThrow();

    rotated.orderSecret.replaceWith(newSecret);

    expect(readOrder(token, rotated)).toMatchObject({ id: 'o' });
  });
});
