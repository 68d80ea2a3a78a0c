import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invalid, paid } from '../../testing/payments.ts';
import {
  configuration,
  declined,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
  rateLimited,
} from './outcome.ts';
import { decideRetry, documentedWaits, retryReasonOf, type RetryRules } from './retry.ts';

const rules: RetryRules = {
  postbackBase: 'https://proxy.example',
  retryPolicy: 'documented',
  retryWaits: documentedWaits,
};
const strict: RetryRules = { ...rules, retryPolicy: 'strict' };
const withoutPostbacks: RetryRules = { ...rules, postbackBase: undefined };

const after = (retryAfterMs: number) => ({ ...rateLimited, retryAfterMs });
const unproven = (retryAfterMs: number) => ({ ...mayBeCharged, retryAfterMs });

const half = () => 0.5;
const final = { triesAgain: false };
const proofThenAgain = { waitMs: 7500, triesAgain: true };
const proofThenEnd = { waitMs: 7500, triesAgain: false };

describe('what follows a try', () => {
  it.each([
    ['the first 429', rateLimited, 1, rules, { waitMs: 1000, triesAgain: true }],
    ['the second 429', rateLimited, 2, rules, { waitMs: 2000, triesAgain: true }],
    ['the third 429', rateLimited, 3, rules, { waitMs: 4000, triesAgain: true }],
    ['the fourth 429', rateLimited, 4, rules, final],
    ['a 429, if strict', rateLimited, 1, strict, { waitMs: 1000, triesAgain: true }],
    [
      'a 429 where no postback comes',
      rateLimited,
      1,
      withoutPostbacks,
      { waitMs: 1000, triesAgain: true },
    ],

    ['the first that never left', nothingSent, 1, rules, proofThenAgain],
    ['the third that never left', nothingSent, 3, strict, proofThenAgain],
    [
      'one that never left where no postback comes',
      nothingSent,
      1,
      withoutPostbacks,
      proofThenAgain,
    ],
    ['the fourth that never left', nothingSent, 4, rules, final],

    ['the first 5xx', mayBeCharged, 1, rules, proofThenAgain],
    ['the third 5xx', mayBeCharged, 3, rules, proofThenAgain],
    ['the fourth 5xx', mayBeCharged, 4, rules, proofThenEnd],
    ['a 5xx, if strict', mayBeCharged, 1, strict, proofThenEnd],
    ['a 5xx where no postback comes', mayBeCharged, 1, withoutPostbacks, final],

    ['a 429 with Retry-After', after(3000), 1, rules, { waitMs: 3000, triesAgain: true }],
    ['a 429 with a shorter one', after(3000), 3, rules, { waitMs: 4000, triesAgain: true }],
    ['a 429 with the longest one', after(30_000), 3, rules, { waitMs: 30_000, triesAgain: true }],
    ['a 429 with a longer one', after(30_001), 1, rules, final],
    ['a 503 with Retry-After', unproven(20_000), 1, rules, { waitMs: 20_000, triesAgain: true }],
    ['a 503 with a shorter one', unproven(1000), 1, rules, proofThenAgain],
    ['a 503 with a longer one', unproven(60_000), 1, rules, proofThenEnd],

    ['a 2xx', paid, 1, rules, final],
    ['a payment that exists', pending, 1, rules, final],
    ['a refusal', declined, 1, rules, final],
    ['a wrong field', invalid, 1, rules, final],
    ['a wrong token', configuration, 1, rules, final],
    ['no answer', noAnswer, 1, rules, final],
  ])('%s', (_words, outcome, number, given, sequel) => {
    expect(decideRetry(outcome, number, given, half)).toEqual(sequel);
  });

  it('comes after 5 to 10 s, evenly spread, and never outside of them', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const bounds = fc.tuple(fc.integer({ min: 0, max: 600_000 }), fc.nat(600_000));

    fc.assert(
      fc.property(bounds, random, ([min, more], drawn) => {
        const given = { ...rules, retryWaits: { ...documentedWaits, min, max: min + more } };
        const { waitMs } = decideRetry(mayBeCharged, 1, given, () => drawn);
        expect(waitMs).toBeGreaterThanOrEqual(min);
        expect(waitMs).toBeLessThanOrEqual(min + more);
      }),
    );
    const waits = [0, 0.25, 0.9999].map((drawn) =>
      decideRetry(mayBeCharged, 1, rules, () => drawn),
    );
    expect(waits.map(({ waitMs }) => waitMs)).toEqual([5000, 6250, 10_000]);
  });
});

describe('the reason for a retry', () => {
  it.each([
    ['a 429', rateLimited, 'rate_limited'],
    ['a 5xx', mayBeCharged, 'server_error'],
    ['a try that never left', nothingSent, 'not_sent'],
  ])('is %s', (_words, outcome, reason) => {
    expect(retryReasonOf(outcome)).toBe(reason);
  });
});
