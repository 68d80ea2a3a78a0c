import { describe, expect, it } from 'vitest';
import { environment } from '@card-checkout/testing/proxy-environment';
import { readConfig } from './config.ts';

/** The variables that the other tests set. */
const unset = {
  RATE_LIMIT: undefined,
  ORDERS_PER_CARD: undefined,
  BREAKER_DECLINED_PERCENT: undefined,
};

describe('the limits on card testers', () => {
  it('have defaults', () => {
    expect(readConfig(environment(unset))).toMatchObject({
      rateLimit: 20,
      attemptsPerOrder: 5,
      ordersPerCard: 10,
      breaker: { declinedPercent: 60, minPayments: 20 },
    });
  });

  it('may be off', () => {
    const off = { RATE_LIMIT: 'off', ORDERS_PER_CARD: 'off', BREAKER_DECLINED_PERCENT: 'off' };

    const config = readConfig(environment(off));

    expect(config).toMatchObject({ rateLimit: undefined, ordersPerCard: undefined });
    expect(config).toMatchObject({ breaker: { declinedPercent: undefined } });
  });

  it.each([
    ['RATE_LIMIT', 'many'],
    ['ATTEMPTS_PER_ORDER', 'off'],
    ['ORDERS_PER_CARD', '0'],
    ['BREAKER_DECLINED_PERCENT', '60%'],
    ['BREAKER_DECLINED_PERCENT', '100'],
  ])('refuse %s=%s with a line about it', (name, value) => {
    const read = () => readConfig(environment({ [name]: value }));

    expect(read).toThrow(new RegExp(`^${name} must be .+$`));
  });
});
