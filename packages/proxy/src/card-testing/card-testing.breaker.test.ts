import { describe, expect, it } from 'vitest';
import { DeclineBreaker } from './card-testing.ts';
import { stoppedClock } from '../../testing/running-proxy.ts';

const clock = stoppedClock();
const statuses = ['approved', 'declined', 'failed', 'invalid', 'unknown', 'pending'] as const;

/** Makes a breaker that has heard of so many ends of each kind. */
function breakerAfter(ends: Partial<Record<(typeof statuses)[number], number>>): DeclineBreaker {
  const breaker = new DeclineBreaker({ declinedPercent: 60, minPayments: 20 }, clock.now);
  for (const status of statuses) {
    for (let n = 0; n < (ends[status] ?? 0); n++) breaker.count(status);
  }
  return breaker;
}

describe('the breaker of 60 % and 20 payments', () => {
  it.each([
    ['19 of 19 were declined', { declined: 19 }, false],
    ['12 of 20 were declined', { declined: 12, approved: 8 }, false],
    ['13 of 20 were declined', { declined: 13, approved: 7 }, true],
    ['20 failed', { failed: 20 }, false],
    ['20 ended otherwise', { invalid: 5, unknown: 5, pending: 10 }, false],
    ['13 of 20 were declined, and as many failed', { declined: 13, approved: 7, failed: 20 }, true],
  ])('when %s: open is %s', (_name, ends, isOpen) => {
    expect(breakerAfter(ends).isOpen).toBe(isOpen);
  });

  it('closes when that is five minutes ago', () => {
    const breaker = breakerAfter({ declined: 20 });

    clock.advance(299_999);
    const before = breaker.isOpen;
    clock.advance(1);

    expect([before, breaker.isOpen]).toEqual([true, false]);
  });

  it('closes when buyers pay again', () => {
    const breaker = breakerAfter({ declined: 20 });
    clock.advance(60_000);

    for (let n = 0; n < 14; n++) breaker.count('approved');

    expect(breaker.isOpen).toBe(false);
  });

  it('stays closed when it is off', () => {
    const breaker = new DeclineBreaker({ declinedPercent: undefined, minPayments: 1 }, clock.now);
    breaker.count('declined');

    expect(breaker.isOpen).toBe(false);
  });
});
