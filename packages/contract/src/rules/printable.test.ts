import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it.each([
  ['a\u001B[2Jb', 'a?[2Jb'],
  ['\u0000\n\u007F\u009B', '????'],
  ['a\u202Eb\u200Bc', 'a?b?c'],
  ['a\u2028b\u2029c', 'a?b?c'],
  ['Olá, João', 'Olá, João'],
])('makes of %j %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});
