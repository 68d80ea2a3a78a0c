import type { Config } from '../src/config/config.ts';

/**
 * What no setting changes: no wait before another try, and no limit for a late event loop, since tests
 * share their process with the proxy and the machine with each other.
 */
export const quick = {
  retryWaits: { rateLimit: 1, min: 0, max: 0 },
  eventLoopDelayLimitMs: 0,
} satisfies Partial<Config>;
