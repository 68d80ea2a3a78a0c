import { setTimeout as sleep } from 'node:timers/promises';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tokenLifetimeSeconds, type TokenKind, type TokenStore } from '../three-ds/tokens.ts';
import type { Timers } from '../web/timers.ts';

/** The faults that a page asks for by `api-url="{payments}/_fault/{name}"`. */
export const tokenFaults = ['token-slow', 'token-500', 'token-spent', 'script-silent'] as const;
type TokenFault = (typeof tokenFaults)[number];

/** Acquirers whose 3DS is the same MPI (docs.cielo.com.br, "Bandeiras e adquirentes disponíveis"). */
const providers = new Set(['cielo', 'rede', 'getnet']);

type TokenRequest = FastifyRequest<{ Querystring: { provider?: string } }>;
type Routes = (app: FastifyInstance) => Promise<void>;

/** Serves `/token/` to any origin, without authentication. */
export function tokenRoutes(tokens: TokenStore): Routes {
  return async (app) => {
    await app.register(cors, { origin: '*' });
    app.get('/token/', async (request: TokenRequest, reply) =>
      sendToken(tokens, 'fresh', request, reply),
    );
  };
}

/** Serves the token endpoint once more for each fault. */
export function tokenFaultRoutes(tokens: TokenStore, slowMs: number, timers: Timers): Routes {
  return async (app) => {
    await app.register(cors, { origin: '*' });
    app.get(path('token-slow'), async (request: TokenRequest, reply) => {
      await sleep(slowMs, undefined, { signal: timers.signal });
      return sendToken(tokens, 'fresh', request, reply);
    });
    app.get(path('token-500'), async (_request, reply) =>
      reply.code(500).send({ detail: 'Internal server error.' }),
    );
    app.get(path('token-spent'), async (request: TokenRequest, reply) =>
      sendToken(tokens, 'spent', request, reply),
    );
    app.get(path('script-silent'), async (request: TokenRequest, reply) =>
      sendToken(tokens, 'silent', request, reply),
    );
  };
}

function path(fault: TokenFault): string {
  return `/${fault}/api/3ds/token/`;
}

function sendToken(
  tokens: TokenStore,
  kind: TokenKind,
  { query: { provider } }: TokenRequest,
  reply: FastifyReply,
): FastifyReply {
  if (provider === undefined) return refuse(reply, 'Este campo é obrigatório.');
  if (!providers.has(provider)) return refuse(reply, 'provider inválido');
  return reply.header('cache-control', 'no-store').send({
    access_token: tokens.issue(kind),
    token_type: 'Bearer',
    expires_in: tokenLifetimeSeconds,
  });
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ errors: { provider: [message] } });
}
