import type { FastifyInstance } from 'fastify';
import cors from '@fastify/cors';
import type { TokenStore } from '../three-ds/authentication.ts';
import { createServer, listen, stopSignal, type Address, type Service } from '../web/service.ts';
import type { Faults } from '../web/faults.ts';
import { checkoutRoute } from './checkout.ts';
import { Journal } from '../web/journal.ts';
import type { Charge, MaskedCheckout } from './ledger.ts';
import { serveTokens } from './token.ts';

interface PaymentsApiOptions extends Partial<Address> {
  apiToken: string;
  merchantId: number;
  slowMs?: number;
  postbackDelayMs?: number;
  tokenSlowMs?: number;
  tokens?: TokenStore;
  journal?: Journal;
  faults?: Faults;
}

export interface PaymentsApi extends Service {
  /** Real charges, oldest first. */
  readonly ledger: readonly Charge[];
  /** Masked bodies of authenticated checkout requests, oldest first. */
  readonly requests: readonly MaskedCheckout[];
}

/** Starts a fake of the API that docs/payments-api.md describes. */
export async function startPaymentsApi({
  host = '127.0.0.1',
  port = 0,
  lan,
  slowMs = 8_000,
  postbackDelayMs = 2_000,
  tokenSlowMs = 12_000,
  tokens = new Map(),
  journal = new Journal(),
  faults = {},
  ...options
}: PaymentsApiOptions): Promise<PaymentsApi> {
  const app = createServer();
  const stopped = stopSignal(app);
  const charges: Charge[] = [];
  const requests: MaskedCheckout[] = [];
  const checkout = { ...options, slowMs, postbackDelayMs, charges, requests, journal, stopped };

  answerLikeDjango(app);
  await app.register(checkoutRoute(checkout));
  await app.register(async (open) => {
    await open.register(cors, { origin: '*' });
    serveTokens(open, { tokens, faults, slowMs: tokenSlowMs, stopped });
    open.get('/_sandbox/ledger', () => ({ charges }));
    open.get('/_sandbox/requests', () => ({ requests }));
  });

  return { ...(await listen(app, { host, port, lan })), ledger: charges, requests };
}

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
