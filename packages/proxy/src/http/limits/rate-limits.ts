import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { isIPv4 } from 'node:net';
import type { EventLog } from '../../telemetry/log.ts';
import { connectRedis } from './redis.ts';
import { Refusal } from '../../refusal.ts';
import type { Secret } from '../../sensitive/secret.ts';

/** What the limits count with. */
interface RateLimitOptions {
  /** POSTs a minute for each client address. */
  perAddress: number;
  /** Counts for several instances; without it each counts for itself. */
  redisUrl: Secret | undefined;
  log: EventLog;
}

/** Says whether a request is one too many, and counts it. */
type Limit = ReturnType<FastifyInstance['createRateLimit']>;

/**
 * How many times an address's allowance its network has: room for the many buyers behind one
 * operator's NAT, but not for somebody who has the whole network.
 */
const addressesPerNetwork = 10;

/** How many clients are counted at once; the one that was not seen for longest is forgotten. */
const maxClients = 50_000;

/** How long a lost count in Redis keeps quiet about the next one. */
const complainEveryMs = 60_000;

/**
 * Makes the guard that refuses what one client sends too often: its address first, so that a flood
 * of one does not use up what its neighbours share, then its network. It asks Redis only about
 * what this instance would let in, and where Redis is away, its own count stands.
 */
export async function refuseTooManyRequests(
  app: FastifyInstance,
  { perAddress, redisUrl, log }: RateLimitOptions,
): Promise<(request: FastifyRequest) => Promise<void>> {
  const own = await limitsOf(app, perAddress);
  const redis = redisUrl && (await connectRedis(redisUrl));
  const shared = redis ? await limitsOf(app, perAddress, redis) : [];
  app.addHook('onClose', async () => redis?.disconnect());
  let complainedAt = -Infinity;

  return async (request) => {
    if (await isExceeded(own, request)) throw new Refusal('too_many_requests');
    const isShared = isExceeded(shared, request).catch((error: unknown) => {
      if (performance.now() - complainedAt < complainEveryMs) return false;
      complainedAt = performance.now();
      log.sharedCountLost(error);
      return false;
    });
    if (await isShared) throw new Refusal('too_many_requests');
  };
}

/** Makes the two limits in a scope of their own, as a plugin counts in one place alone. */
async function limitsOf(app: FastifyInstance, max: number, redis?: Redis): Promise<Limit[]> {
  const limits: Limit[] = [];
  await app.register(async (scope) => {
    const counter = redis ? { redis, nameSpace: 'card-checkout:' } : {};
    await scope.register(rateLimit, { global: false, ...counter });
    const options = { timeWindow: 60_000, cache: maxClients };
    const network = { max: max * addressesPerNetwork, keyGenerator: networkOf };
    limits.push(
      scope.createRateLimit({ ...options, max }),
      scope.createRateLimit({ ...options, ...network }),
    );
  });
  return limits;
}

/** Asks one limit after the other, so that the next does not count what the one before refused. */
async function isExceeded(limits: readonly Limit[], request: FastifyRequest): Promise<boolean> {
  for (const limit of limits) {
    const result = await limit(request);
    if (!result.isAllowed && result.isExceeded) return true;
  }
  return false;
}

/**
 * Names the network of a client: the /24 of IPv4, the smallest that is routed by itself, and the
 * /48 of IPv6, the largest that a site gets (RFC 6177). An address of IPv6 is itself a /64, since
 * that is what one subscriber has at least; an IPv4-mapped one counts as IPv4.
 */
export function networkOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const address = normalizeIP(ip);
  return isIPv4(address) ? address.replace(/\d+$/, '0/24') : `${normalizeIP(ip, 48)}/48`;
}
