import type { FastifyInstance } from 'fastify';
import cors from '@fastify/cors';
import type { TokenStore } from '../three-ds/tokens.ts';
import { createServer, listen, stopSignal, type Service } from '../web/service.ts';
import { checkoutRoute } from './checkout.ts';
import type { Charge, MaskedCheckout } from './ledger.ts';
import { tokenRoutes } from './token.ts';

/** Who may use the payments service, and how long it takes. */
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
  /** How long after a payment its postback leaves. Default 2000. */
  postbackDelayMs?: number;
  /** How late the fault `token-slow` answers. Default 12000. */
  tokenSlowMs?: number;
  /** Shared with the 3DS provider. Default: a store of its own. */
  tokens?: TokenStore;
}

/** A payments service that listens. */
export interface PaymentsService extends Service {
  /** The charges that were really made, oldest first. */
  readonly ledger: readonly Charge[];
  /** The bodies of the authenticated checkout requests, masked, oldest first. */
  readonly requests: readonly MaskedCheckout[];
}

/** Starts the payments service of docs/payments-api.md. */
export async function startPaymentsService({
  host = '127.0.0.1',
  port = 0,
  slowMs = 8_000,
  postbackDelayMs = 2_000,
  tokenSlowMs = 12_000,
  tokens = new Map(),
  ...options
}: PaymentsServiceOptions): Promise<PaymentsService> {
  const app = createServer();
  const stopped = stopSignal(app);
  const charges: Charge[] = [];
  const requests: MaskedCheckout[] = [];
  const checkout = { ...options, slowMs, postbackDelayMs, charges, requests, stopped };

  answerLikeDjango(app);
  await app.register(checkoutRoute(checkout));
  await app.register(tokenRoutes(tokens, tokenSlowMs, stopped));
  await app.register(
    async (records) => {
      await records.register(cors, { origin: '*' });
      records.get('/ledger', () => ({ charges }));
      records.get('/requests', () => ({ requests }));
    },
    { prefix: '/_sandbox' },
  );

  return { ...(await listen(app, { host, port })), ledger: charges, requests };
}

/** Gives errors the shape that Django REST framework gives them. */
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
