import { describe, expect, it } from 'vitest';
import { unescaped, valueWithoutSecrets, withoutSecrets } from './hidden-secrets.ts';

it.each([
  [String.raw`\u0034`, '4'],
  [String.raw`\\\\u00E7`, 'ç'],
  ['&#x34;&#x0034;', '44'],
  ['&#52;&#0052;', '44'],
  ['&#xE7;', 'ç'],
  ['4&nbsp;2&quot;', '4 2"'],
  ['%34%C3%A7', '4ç'],
  ['%2534', '4'],
  ['%252534', '4'],
  ['%25252534', '%34'],
  [String.raw`%5Cu0034`, '4'],
  ['&#37;34', '4'],
  ['%E7', '%E7'],
  ['100 % & more', '100 % & more'],
  [String.raw`\u00`, String.raw`\u00`],
  ['&#123456;', '&#123456;'],
])('resolves %s to %s', (escaped, plain) => {
  expect(unescaped(escaped)).toBe(plain);
});

const secrets = ['hunter2', 'tok+en/1'];
const payment = '01a227cd-a784-7213-9069-4ea5b3613980';

describe('withoutSecrets', () => {
  it.each([
    ['password hunter2, again hunter2', 'password [secret], again [secret]'],
    ['token=tok%2Ben%2F1&n=50%25', 'token=[secret]&n=50%'],
    ['\\u0068unter2', '[secret]'],
    ['50%25 off', '50%25 off'],
    [`https://x/${payment}.${'Ab_-'.repeat(11).slice(1)}`, `https://x/${payment}.[secret]`],
    [`https://x/${payment}.short`, `https://x/${payment}.short`],
  ])('makes of %s %s', (text, shown) => {
    expect(withoutSecrets(text, secrets)).toBe(shown);
  });
});

describe('valueWithoutSecrets', () => {
  it('looks at every text and name', () => {
    const value = { hunter2: ['hunter2', { a: 'x hunter2' }, 1, null, true], b: undefined };

    expect(valueWithoutSecrets(value, secrets)).toStrictEqual({
      '[secret]': ['[secret]', { a: 'x [secret]' }, 1, null, true],
      b: undefined,
    });
  });
});
