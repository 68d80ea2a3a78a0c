import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { environment } from '@card-checkout/testing/proxy-environment';
import { readConfig } from './config.ts';

const redisUrl = 'rediss://user:canarypassword@redis.example:6380';

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
      secrets: { redisUrl: undefined },
      attemptsPerOrder: 5,
      ordersPerCard: 10,
      breaker: { declinedPercent: 60, minAttempts: 20 },
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
    ['REDIS_URL', 'https://user:canarypassword@redis.example'],
    ['REDIS_URL', 'redis.example:6379'],
  ])('refuse %s=%s with a line about it, which prints no secret', (name, value) => {
    const read = () => readConfig(environment({ [name]: value }));

    expect(read).toThrow(new RegExp(`^${name} must be .+$`));
    expect(read).not.toThrow('canarypassword');
  });

  it('read the address of Redis from a file, but print it nowhere', () => {
    const file = join(temporaryFolder(), 'redis-url');
    writeFileSync(file, `${redisUrl}\n`);

    const config = readConfig(environment({ REDIS_URL_FILE: file }));

    expect(config.secrets.redisUrl?.reveal()).toBe(redisUrl);
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain('canarypassword');
  });
});
