import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Refuses calls without `Authorization: Token <apiToken>` (docs/payments-api.md section 5). */
export function requireToken(apiToken: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme !== 'Token' || !token) {
      await refuse(reply, 'Authentication credentials were not provided.');
    } else if (!isSame(token, apiToken)) {
      await refuse(reply, 'Invalid token.');
    }
  };
}

function refuse(reply: FastifyReply, detail: string): FastifyReply {
  return reply.code(401).header('www-authenticate', 'Token').send({ detail });
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
