import { createHmac } from 'node:crypto';
import { annualRateOf } from '@card-checkout/contract/price-table';
import { describe, expect, it } from 'vitest';
import { orderSecret, signedOrder } from '@card-checkout/testing/checkout-request';
import { createSigner } from 'fast-jwt';
import { Secret } from '../sensitive/secret.ts';
import { verifyOrder } from './verify-order.ts';

const order = { sub: 'order-1', amount: 12_990, iat: 1000, exp: 2800 };
const other = 'o'.repeat(32);

function reportOn(token: string, secrets = orderSecret) {
  const rules = { orderSecret: new Secret(secrets), reservedMembers: new Set(['cartao']) };
  return verifyOrder(token, rules, new Date(1_500_000));
}

const faultsOf = (token: string, secrets?: string) => reportOn(token, secrets).faults;

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
  [
    'an order of the future',
    signedOrder({ ...order, iat: 90_000, exp: 91_000 }),
    ['iat: is in the future, by more than a day'],
  ],
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
  const report = reportOn(token);

  expect(report.faults).toEqual(
    faults.map((fault) => (typeof fault === 'string' ? fault : expect.stringMatching(fault))),
  );
  expect(report.warnings).toEqual([]);
});

const hex = 'aB'.repeat(32);

it.each<[key: string | Buffer, spelling: string]>([
  [Buffer.from(hex, 'hex'), 'decoded from hex'],
  [Buffer.from(hex, 'base64'), 'decoded from Base64'],
  [`${hex}\n`, 'and a newline behind it'],
  [`${hex}\r\n`, 'and a newline behind it'],
  [`"${hex}"`, 'in quotes'],
  [hex.toLowerCase(), 'in lower case'],
  [hex.toUpperCase(), 'in upper case'],
])('says which spelling of the secret signed: %j', (key, spelling) => {
  const claims = { currency: 'BRL', ...order };
  const token = createSigner({ key, algorithm: 'HS256' })(claims);

  expect(faultsOf(token, hex)).toEqual([
    `signature: made with ORDER_SECRET ${spelling}; sign with its text as it is`,
  ]);
});

it.each([-500, 0, 1, 600, 4e9])(
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

it('finds nothing wrong with a token of 8000 characters', () => {
  const token = signedOrder({ ...order, fields: { note: 'x'.repeat(5847) } });

  expect(token).toHaveLength(8000);
  expect(faultsOf(token)).toEqual([]);
});

it('warns about a claim that the proxy ignores', () => {
  const misspelled = { ...order, instalments: { max: 12 } };

  const { faults, warnings } = reportOn(signedOrder(misspelled));

  expect([faults, warnings]).toEqual([[], ['instalments: is no claim, so it is ignored']]);
});

const unsigned = 'signature: no secret of ORDER_SECRET made it; compare them on both sides';

it.each([
  ['old', `kid=new ${other}`, 'kid: no secret of ORDER_SECRET has the name "old"'],
  ['old', `kid=new ${other}\n${hex}`, unsigned],
  ['new', `kid=newest ${hex}\nkid=new ${other}`, unsigned],
  [undefined, `kid=new ${other}`, unsigned],
])('says whether a secret has the name: %s', (kid, secrets, fault) => {
  const sign = createSigner({ key: orderSecret, algorithm: 'HS256', ...(kid && { kid }) });
  const token = sign({ ...order, currency: 'BRL' });

  expect(faultsOf(token, secrets)).toEqual([fault]);
});

it('says that no secret made the signature of an empty key', () => {
  const signed = signedOrder(order).replace(/\.[^.]*$/, '');
  const signature = createHmac('sha256', '').update(signed).digest('base64url');

  expect(faultsOf(`${signed}.${signature}`)).toEqual([unsigned]);
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

  const free = { amount: 10_825, total: 129_900, monthlyRate: 0, annualRate: 0 };
  const discount = { amount: 10_000, total: 120_000, monthlyRate: undefined, cet: undefined };

  function warningsFor(changes: object): string[] {
    const installments = { max: 12, plans: [{ ...plan, ...changes }] };
    const token = signedOrder({ ...order, amount: 129_900, installments });
    const { faults, warnings } = reportOn(token);
    expect(faults).toEqual([]);
    return warnings;
  }

  it.each([
    ['as computed', {}],
    ['with a CET by calendar days', { cet: 27.09 }],
    ['with taxes in its installments', { amount: 12_500, total: 150_000, cet: 30.62 }],
    ['with the least total that its rounded rate makes', { amount: 12_271, total: 147_252 }],
    ['with the lowest rounded annual rate', { annualRate: annualRateOf(1.99 - 0.005) - 0.005 }],
    ['with the highest rounded annual rate', { annualRate: annualRateOf(1.99 + 0.005) + 0.005 }],
    ['at a discount, with an annual rate alone', { ...discount, annualRate: 5 }],
    ['without interest', { ...free, cet: 0 }],
    ['without interest, with a rounded CET', { ...free, cet: 0.01 }],
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
      'a total too low by a centavo',
      { amount: 12_271, total: 147_251 },
      /\.total: is 147251, but 1.99 % a month makes 147252 or more$/,
    ],
    ['an annual rate too high', { annualRate: 27.68 }, /\.annualRate: is 27.68, but/],
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
