import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { issueToken, type TokenStore } from '../three-ds/authentication.ts';

/** Acquirers that use the same MPI (docs.cielo.com.br, "Bandeiras e adquirentes disponíveis"). */
const providers = new Set(['cielo', 'rede', 'getnet']);

type TokenRequest = FastifyRequest<{ Querystring: { provider?: string } }>;

/**
 * Serves 3DS tokens without authentication, plus a faulty endpoint for each fault at
 * `_fault/{name}`.
 */
export function serveTokens(
  app: FastifyInstance,
  tokens: TokenStore,
  slowMs: number,
  stopped: AbortSignal,
): void {
  const sendToken =
    (delayMs = 0) =>
    async ({ query: { provider } }: TokenRequest, reply: FastifyReply): Promise<FastifyReply> => {
      await sleep(delayMs, undefined, { signal: stopped });
      if (provider === undefined) return refuse(reply, 'Este campo é obrigatório.');
      if (!providers.has(provider)) return refuse(reply, 'provider inválido');
      const access_token = issueToken(tokens);
      return reply
        .header('cache-control', 'no-store')
        .send({ access_token, token_type: 'Bearer', expires_in: 1200 });
    };
  app.get('/api/3ds/token/', sendToken());
  app.get('/_fault/token-slow/api/3ds/token/', sendToken(slowMs));
  for (const status of [429, 502])
    app.get(`/_fault/token-${status}/api/3ds/token/`, (_request, reply) =>
      reply.code(status).send({ detail: 'Not now.' }),
    );
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ errors: { provider: [message] } });
}
