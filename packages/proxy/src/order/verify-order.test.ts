import { describe, expect, it } from 'vitest';
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
    ['alg: must be HS256, not "HS512"', 'currency: is missing'],
  ],
  [
    'an old order',
    signedOrder({ ...order, exp: 1001 }),
    [/^exp: was at 1970-01-01T00:16:41.000Z: it has expired; sign a new order/],
  ],
  ['an order of the future', signedOrder({ ...order, iat: 90_000, exp: 91_000 }), [/^iat: /]],
  [
    'several claims',
    signedOrder({ ...order, amount: 129.9, iat: Date.now() }),
    [
      'amount: must be a whole number',
      'iat: must be in seconds since 1970, but is in milliseconds',
    ],
  ],
  [
    'a card number',
    signedOrder({ ...order, sub: 'no. 4000 0000 0000 2701' }),
    ['sub: contains a card number'],
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

const hex = 'aB'.repeat(32);

it.each<[key: string | Buffer, spelling: string]>([
  [Buffer.from(hex, 'hex'), 'decoded from hex'],
  [Buffer.from(hex, 'base64'), 'decoded from Base64'],
  [`${hex}\n`, 'and a newline behind it'],
  [hex.toUpperCase(), 'in upper case'],
])('says which spelling of the secret signed: %j', (key, spelling) => {
  const claims = { currency: 'BRL', ...order };
  const token = createSigner({ key, algorithm: 'HS256' })(claims);

  expect(faultsOf(token, hex)).toEqual([
    `signature: made with ORDER_SECRET ${spelling}; sign with its text as it is`,
  ]);
});

it.each([-500, 0, 1, 600, 1e9])(
  'ignores registered claims of other uses, %d s from now',
  (ahead) => {
    const time = order.iat + ahead;
    const claims = { currency: 'BRL', ...order, nbf: time, iss: 'shop', jti: 'x', auth_time: time };
    const token = createSigner({ key: orderSecret, algorithm: 'HS256' })(claims);

    expect(faultsOf(token)).toEqual([]);
  },
);

it('says that a token is longer than the proxy takes', () => {
  const token = signedOrder({ ...order, fields: { note: 'x'.repeat(8000) } });

  expect(faultsOf(token)).toEqual([
    `token: has ${token.length} characters, at most 8000 are allowed`,
  ]);
});

it('warns about a claim that the proxy ignores', () => {
  const rules = { orderSecret: new Secret(orderSecret), reservedMembers: new Set<string>() };
  const misspelled = { ...order, instalments: { max: 12 } };
  const token = signedOrder(misspelled);

  const { faults, warnings } = verifyOrder(token, rules, new Date(1_500_000));

  expect([faults, warnings]).toEqual([[], ['instalments: is no claim, so it is ignored']]);
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

describe('plans that contradict themselves', () => {
  const plan = {
    count: 12,
    amount: 12_276,
    total: 147_312,
    monthlyRate: 1.99,
    annualRate: 26.68,
    cet: 26.68,
  };

  function warningsFor(changes: object): string[] {
    const installments = { max: 12, plans: [{ ...plan, ...changes }] };
    const token = signedOrder({ ...order, amount: 129_900, installments });
    const rules = { orderSecret: new Secret(orderSecret), reservedMembers: new Set<string>() };
    const { faults, warnings } = verifyOrder(token, rules, new Date(1_500_000));
    expect(faults).toEqual([]);
    return warnings;
  }

  it.each([
    ['as computed', {}],
    ['with a CET by calendar days', { cet: 27.09 }],
    ['with taxes in its installments', { amount: 12_500, total: 150_000, cet: 30.62 }],
    ['without interest', { amount: 10_825, total: 129_900, monthlyRate: 0, annualRate: 0, cet: 0 }],
  ])('says nothing about a plan %s', (_name, changes) => {
    expect(warningsFor(changes)).toEqual([]);
  });

  it.each([
    [
      'a total too low',
      { monthlyRate: 2.99, annualRate: 42.41 },
      /^[\w.]+\.total: is 147312, but 2.99 % a month makes 15\d{4} or more$/,
    ],
    [
      'a nominal annual rate',
      { annualRate: 23.88 },
      /\.annualRate: is 23.88, but 1.99 % a month is 26.68 % a year$/,
    ],
    [
      'a CET too low',
      { cet: 1.99 },
      /\.cet: is 1.99, but the total of 147312 costs 26.68 % a year$/,
    ],
    ['a CET too high', { cet: 30.12 }, /\.cet: is 30.12, but/],
  ])('says that a plan has %s', (_name, changes, warning) => {
    expect(warningsFor(changes)).toEqual([expect.stringMatching(warning)]);
  });
});
