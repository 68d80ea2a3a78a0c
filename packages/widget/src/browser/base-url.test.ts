import { expect, it } from 'vitest';
import { baseUrl } from './base-url.ts';

it.each([
  ['https://pay.example', 'https://pay.example'],
  [' https://pay.example/cards//\n', 'https://pay.example/cards'],
  ['/cards/', '/cards'],
  [' ', ''],
])('takes %j as %j', (address, base) => {
  expect(baseUrl(address)).toBe(base);
});
