import { describe, expect, it } from 'vitest';
import { invalid } from '../../testing/payments.ts';
import {
  approved,
  configuration,
  declined,
  interrupted,
  isRetryable,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
  rateLimited,
} from './outcome.ts';

describe('the buyer', () => {
  it.each([
    ['a refusal', declined],
    ['a wrong field', invalid],
    ['a 429', rateLimited],
    ['a try that never left', nothingSent],
  ])('may pay again after %s', (_words, outcome) => {
    expect(isRetryable(outcome)).toBe(true);
  });

  it.each([
    ['a charge', approved],
    ['a payment that exists', pending],
    ['a 5xx', mayBeCharged],
    ['no answer', noAnswer],
    ['a crash', interrupted],
    ['a mistake of the configuration, which stays', configuration],
  ])('may not pay again after %s', (_words, outcome) => {
    expect(isRetryable(outcome)).toBe(false);
  });
});
