import { Redis } from 'ioredis';
import type { Secret } from '../../sensitive/secret.ts';

/** How long one count may take; a payment does not wait for it longer. */
const answerTimeoutMs = 250;

const connectTimeoutMs = 5000;

/** How long until a lost connection is tried again, at most. */
const maxReconnectMs = 5000;

/**
 * Connects to the Redis of `REDIS_URL`, and again whenever the connection fails or is lost. Resolves
 * when the first try is over; whatever is asked while there is no connection fails at once.
 */
export async function connectRedis(url: Secret): Promise<Redis> {
  const redis = new Redis(url.reveal(), {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    commandTimeout: answerTimeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 200, maxReconnectMs),
  });
  // Each command tells of it; an error without a listener would be printed.
  redis.on('error', () => undefined);
  await redis.connect().catch(() => undefined);
  return redis;
}
