import { expect, it } from 'vitest';
import { statusOfTransStatus } from './emv.ts';

it.each([
  ['Y', 'authenticated'],
  ['A', 'attempted'],
  ['N', 'failed'],
  ['R', 'failed'],
  ['U', 'unavailable'],
  ['D', 'unavailable'],
  ['I', 'data_only'],
] as const)('takes a transaction status of %s for %s', (transStatus, outcome) => {
  expect(statusOfTransStatus[transStatus]).toBe(outcome);
});
