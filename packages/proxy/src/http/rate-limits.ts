import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { clientOf, networkOf } from './forwarded-clients.ts';

type Limit = ReturnType<FastifyInstance['createRateLimit']>;

/**
 * A network's limit as a multiple of an address's limit: enough for the buyers behind one carrier's
 * NAT, too little for an attacker who owns the whole network.
 */
const addressesPerNetwork = 10;

/** The least recently used client is dropped. */
const maxClients = 50_000;

/**
 * Returns a guard that limits requests per minute and address, then per network: a request over its
 * address's limit doesn't count against its neighbors. Each instance counts for itself.
 */
export async function refuseTooManyRequests(
  app: FastifyInstance,
  perAddress: number,
): Promise<(request: FastifyRequest) => Promise<void>> {
  await app.register(rateLimit, { global: false });
  const options = { timeWindow: 60_000, cache: maxClients };
  const limits = [
    app.createRateLimit({ ...options, max: perAddress, keyGenerator: addressOf }),
    app.createRateLimit({
      ...options,
      max: perAddress * addressesPerNetwork,
      keyGenerator: networkOf,
    }),
  ];
  return async (request) => {
    if (await isExceeded(limits, request)) {
      const detail = 'Too many requests from this address or network; try again in a minute';
      throw new Refusal('too_many_requests', { detail, retryAfterSeconds: 60 });
    }
  };
}

/** A refused request doesn't count for the next limit. */
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
