import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { EventLog } from '../telemetry/log.ts';
import { Refusal } from '../refusal.ts';
import { clientOf, networkOf } from './forwarded-clients.ts';
import type { Secret } from '../sensitive/secret.ts';

interface RateLimitOptions {
  /** Requests per minute. */
  perAddress: number;
  /** Shares the counts between instances; without it, each instance counts its own requests. */
  redisUrl?: Secret | undefined;
  log: EventLog;
}

type Limit = ReturnType<FastifyInstance['createRateLimit']>;

/**
 * A network's limit as a multiple of an address's limit: enough for the buyers behind one carrier's
 * NAT, too little for an attacker who owns the whole network.
 */
const addressesPerNetwork = 10;

/** The least recently used client is dropped. */
const maxClients = 50_000;

const warnEveryMs = 60_000;

/**
 * Returns a guard that limits requests per address, then per network: a request over its address's
 * limit does not count against its neighbors. Redis is asked only about requests that this instance
 * would admit; without Redis the instance's own counts decide.
 */
export async function refuseTooManyRequests(
  app: FastifyInstance,
  { perAddress, redisUrl, log }: RateLimitOptions,
): Promise<(request: FastifyRequest) => Promise<void>> {
  const own = await limitsOf(app, perAddress);
  const redis = redisUrl && (await connectRedis(redisUrl));
  const shared = redis ? await limitsOf(app, perAddress, redis) : [];
  app.addHook('onClose', async () => redis?.disconnect());
  let warnedAt = -Infinity;

  return async (request) => {
    if (await isExceeded(own, request)) throw tooMany();
    if (!redis) return;
    const isShared = isExceeded(shared, request).catch((error: unknown) => {
      if (performance.now() - warnedAt < warnEveryMs) return false;
      warnedAt = performance.now();
      log.sharedCountLost(error);
      return false;
    });
    if (await isShared) throw tooMany();
  };
}

function tooMany(): Refusal {
  const detail = 'Too many requests from this address or network; try again in a minute';
  return new Refusal('too_many_requests', { detail, retryAfterSeconds: 60 });
}

/** The plugin has one counter per scope. */
async function limitsOf(app: FastifyInstance, max: number, redis?: Redis): Promise<Limit[]> {
  const limits: Limit[] = [];
  await app.register(async (scope) => {
    const counter = redis ? { redis, nameSpace: 'card-checkout:' } : {};
    await scope.register(rateLimit, { global: false, ...counter });
    const options = { timeWindow: 60_000, cache: maxClients };
    const address = { max, keyGenerator: addressOf };
    const network = { max: max * addressesPerNetwork, keyGenerator: networkOf };
    limits.push(
      scope.createRateLimit({ ...options, ...address }),
      scope.createRateLimit({ ...options, ...network }),
    );
  });
  return limits;
}

/** A refused request does not count for the next limit. */
async function isExceeded(limits: readonly Limit[], request: FastifyRequest): Promise<boolean> {
  for (const limit of limits) {
    const result = await limit(request);
    if (!result.isAllowed && result.isExceeded) return true;
  }
  return false;
}

function addressOf(request: FastifyRequest): string {
  return normalizeIP(clientOf(request));
}

/** How long a payment may wait for Redis. */
const answerTimeoutMs = 250;

const connectTimeoutMs = 5000;

const maxReconnectMs = 5000;

/**
 * Connects to Redis, and reconnects whenever the connection is lost. Resolves after the first try,
 * successful or not. Commands fail at once while there is no connection.
 */
async function connectRedis(url: Secret): Promise<Redis> {
  // The client takes 30 MB of memory; load it only where it is used.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url.reveal(), {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    commandTimeout: answerTimeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 200, maxReconnectMs),
  });
  // Commands report errors themselves; ioredis prints those without a listener.
  redis.on('error', () => undefined);
  await redis.connect().catch(() => undefined);
  return redis;
}
