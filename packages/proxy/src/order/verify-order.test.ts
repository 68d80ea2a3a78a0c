import { expect, it } from 'vitest';
import { orderSecret, signedOrder } from '@card-checkout/testing/checkout-request';
import { createSigner } from 'fast-jwt';
import { Secret } from '../sensitive/secret.ts';
import { verifyOrder } from './verify-order.ts';

const order = { sub: 'order-1', amount: 12_990, iat: 1000, exp: 2800 };
const other = 'o'.repeat(32);

function faultsOf(token: string, secrets = orderSecret, now = new Date(1_500_000)): string[] {
  const rules = { orderSecret: new Secret(secrets), reservedMembers: new Set(['cartao']) };
  return verifyOrder(token, rules, now).faults;
}

it('finds nothing wrong with an order that the proxy takes', () => {
  expect(faultsOf(signedOrder(order))).toEqual([]);
  expect(faultsOf(signedOrder(order), `kid=new ${other}\n${orderSecret}`)).toEqual([]);
});

it.each<[name: string, token: string, faults: (string | RegExp)[]]>([
  ['no token', 'abc', [/^token: must be a JWS/]],
  ['a token of something else', `e30.${Buffer.from('[]').toString('base64url')}.x`, [/^token: /]],
  ['another secret', signedOrder(order, other), [/^signature: no secret of ORDER_SECRET made it/]],
  [
    'another algorithm',
    createSigner({ key: orderSecret, algorithm: 'HS512' })(order),
    ['alg: must be HS256, not "HS512"', 'currency: is missing or wrong'],
  ],
  ['an old order', signedOrder({ ...order, exp: 1001 }), [/^exp: .+ 1970-01-01T00:16:41.000Z$/]],
  ['an order of the future', signedOrder({ ...order, iat: 90_000, exp: 91_000 }), [/^iat: /]],
  [
    'several claims',
    signedOrder({ ...order, amount: 129.9, iat: Date.now() }),
    ['amount: is missing or wrong', 'iat: must be in seconds since 1970, but is in milliseconds'],
  ],
  [
    'a member of the template',
    signedOrder({ ...order, fields: { cartao: 1 } }),
    ['fields: must not set cartao'],
  ],
])('says what is wrong with %s', (_name, token, faults) => {
  expect(faultsOf(token)).toEqual(
    faults.map((fault) => (typeof fault === 'string' ? fault : expect.stringMatching(fault))),
  );
});

it('says which name no secret has', () => {
  const token = createSigner({ key: orderSecret, algorithm: 'HS256', kid: 'old' })({
    ...order,
    currency: 'BRL',
  });

  expect(faultsOf(token, `kid=new ${other}`)).toEqual([
    'kid: no secret of ORDER_SECRET has the name "old"',
  ]);
});
