import { expect, it } from 'vitest';
import { unescaped } from './hidden-secrets.ts';

it.each([
  [String.raw`\u0034`, '4'],
  [String.raw`\\\\u00E7`, 'ç'],
  ['&#x34;&#x0034;', '44'],
  ['&#52;&#0052;', '44'],
  ['&#xE7;', 'ç'],
  ['4&nbsp;2&quot;', '4 2"'],
  ['%34%C3%A7', '4ç'],
  ['%2534', '4'],
  [String.raw`%5Cu0034`, '4'],
  ['&#37;34', '4'],
  ['%E7', '%E7'],
  ['100 % & more', '100 % & more'],
  [String.raw`\u00`, String.raw`\u00`],
  ['&#123456;', '&#123456;'],
])('resolves %s to %s', (escaped, plain) => {
  expect(unescaped(escaped)).toBe(plain);
});
