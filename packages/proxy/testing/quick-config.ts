import type { Config } from '../src/config/config.ts';

/**
 * Options that no environment variable sets: no wait between tries or for a probe, and no limit on
 * event loop delay, since tests share the process and the machine.
 */
export const quick = {
  retryWaits: { rateLimit: 1, min: 0, max: 0 },
  eventLoopDelayLimitMs: 0,
  probeWithinMs: 0,
} satisfies Partial<Config>;
