import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from '../web/faults.ts';
import { issueToken, type TokenStore } from '../three-ds/authentication.ts';

/** Acquirers that use the same MPI (docs.cielo.com.br, "Bandeiras e adquirentes disponíveis"). */
const providers = new Set(['cielo', 'rede', 'getnet']);

type TokenRequest = FastifyRequest<{ Querystring: { provider?: string } }>;

interface TokenOptions {
  tokens: TokenStore;
  faults: Faults;
  slowMs: number;
  stopped: AbortSignal;
}

/** Serves 3DS tokens without authentication; one of the `faults` delays or refuses them. */
export function serveTokens(
  app: FastifyInstance,
  { tokens, faults, slowMs, stopped }: TokenOptions,
): void {
  app.get('/api/3ds/token/', async ({ query: { provider } }: TokenRequest, reply) => {
    const [, status] = /^token-(\d+)$/.exec(faults.fault ?? '') ?? [];
    if (status !== undefined) return reply.code(Number(status)).send({ detail: 'Not now.' });
    if (faults.fault === 'token-slow') await sleep(slowMs, undefined, { signal: stopped });
    if (provider === undefined) return refuse(reply, 'Este campo é obrigatório.');
    if (!providers.has(provider)) return refuse(reply, 'provider inválido');
    const access_token = issueToken(tokens);
    return reply
      .header('cache-control', 'no-store')
      .send({ access_token, token_type: 'Bearer', expires_in: 1200 });
  });
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ errors: { provider: [message] } });
}
