import { expect, it } from 'vitest';
import { shortTag, statusOfTransStatus } from './emv.ts';

it.each([
  ['Y', 'authenticated'],
  ['A', 'attempted'],
  ['N', 'failed'],
  ['R', 'failed'],
  ['U', 'unavailable'],
  ['D', 'unavailable'],
  ['I', 'data_only'],
  ['S', 'unavailable'],
] as const)('takes a transaction status of %s for %s', (transStatus, outcome) => {
  expect(statusOfTransStatus[transStatus]).toBe(outcome);
});

it.each([
  ['pt-BR', 'pt-BR'],
  ['es-419', 'es-419'],
  ['zh-Hant-TW', 'zh-Hant'],
  ['de-DE-1996', 'de-DE'],
  ['x-whatever-else', 'x'],
])('tells the issuer of the language %s as %s', (tag, told) => {
  expect(shortTag(tag)).toBe(told);
});
