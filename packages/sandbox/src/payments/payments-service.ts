import type { FastifyInstance } from 'fastify';
import cors from '@fastify/cors';
import { checkoutRoute } from './checkout.ts';
import { createLedger, type Charge } from './ledger.ts';
import type { MaskedCheckout } from './masked-card.ts';
import { createServer, listen, type Service } from '../web/service.ts';
import { createTokenStore, type TokenStore } from '../three-ds/tokens.ts';
import { createTimers } from '../web/timers.ts';
import { tokenFaultRoutes, tokenRoutes } from './token.ts';

/** Says who may use the payments service, and how long it takes. */
export interface PaymentsServiceOptions {
  /** Default `127.0.0.1`. */
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  apiToken: string;
  merchantId: number;
  /** How late `SLOW_8S` answers. Default 8000. */
  slowMs?: number;
  /** When `HANG` closes the connection. Default: never. */
  hangMs?: number;
  /** How long after the answer a postback leaves. Default 2000. */
  postbackDelayMs?: number;
  /** How late the fault `token-slow` answers. Default 12000. */
  tokenSlowMs?: number;
  /** Shared with the 3DS provider. Default: a store of its own. */
  tokens?: TokenStore;
}

/** A payments service that listens. */
export interface PaymentsService extends Service {
  /** Lists the charges that were really made, oldest first. */
  readonly ledger: readonly Charge[];
  /** Lists the bodies of the authenticated checkout requests, masked, oldest first. */
  readonly requests: readonly MaskedCheckout[];
}

/** Starts the payments service of payments-api.md. */
export async function startPaymentsService({
  host = '127.0.0.1',
  port = 0,
  apiToken,
  merchantId,
  slowMs = 8_000,
  hangMs,
  postbackDelayMs = 2_000,
  tokenSlowMs = 12_000,
  tokens = createTokenStore(),
}: PaymentsServiceOptions): Promise<PaymentsService> {
  const app = createServer();
  const ledger = createLedger();
  const requests: MaskedCheckout[] = [];
  const timers = createTimers();

  answerLikeDjango(app);
  app.addHook('preClose', (done) => {
    timers.stop();
    done();
  });
  await app.register(
    checkoutRoute({
      apiToken,
      merchantId,
      slowMs,
      hangMs,
      postbackDelayMs,
      ledger,
      requests,
      timers,
    }),
  );
  await app.register(tokenRoutes(tokens), { prefix: '/api/3ds' });
  await app.register(tokenFaultRoutes(tokens, tokenSlowMs, timers), { prefix: '/_fault' });
  await app.register(recordRoutes(ledger.charges, requests), { prefix: '/_sandbox' });

  return { ...(await listen(app, { host, port })), ledger: ledger.charges, requests };
}

function recordRoutes(charges: readonly Charge[], requests: readonly MaskedCheckout[]) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(cors, { origin: '*' });
    app.get('/ledger', () => ({ charges }));
    app.get('/requests', () => ({ requests }));
  };
}

/** Gives what goes wrong the shape that Django REST framework gives it. */
function answerLikeDjango(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not found.' }));
  app.setErrorHandler(({ statusCode = 500 }: { statusCode?: number }, request, reply) => {
    const mediaType = request.headers['content-type'] ?? '';
    const details: Record<number, string> = {
      400: 'JSON parse error - Expecting value: line 1 column 1 (char 0)',
      413: 'Request body too large.',
      415: `Unsupported media type "${mediaType}" in request.`,
    };
    return reply.code(statusCode).send({ detail: details[statusCode] ?? 'Internal server error.' });
  });
}
