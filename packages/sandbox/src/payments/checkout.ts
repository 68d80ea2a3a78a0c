import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { authenticate } from './api-token.ts';
import { parseCheckoutRequest, type CheckoutRequest } from './checkout-request.ts';
import { newPaymentId, type Ledger } from './ledger.ts';
import { maskCheckout, type MaskedCheckout } from './masked-card.ts';
import { createOnceKeys } from './once-keys.ts';
import { deliverPostback } from './postback.ts';
import { sendAnswer } from './scenario-answer.ts';
import { findScenario, scenarios, type Scenario } from './scenarios.ts';
import type { Timers } from '../web/timers.ts';

/** What the checkout needs from the service around it. */
export interface CheckoutRouteOptions {
  apiToken: string;
  merchantId: number;
  slowMs: number;
  hangMs: number | undefined;
  postbackDelayMs: number;
  ledger: Ledger;
  /** Takes the body of every authenticated request, masked. */
  requests: MaskedCheckout[];
  timers: Timers;
}

const sellerNotFound = { error: 'Seller not found' };
const forbidden = { detail: 'You do not have permission to perform this action.' };

/** Serves `POST /api/checkout/`: authenticate, validate, then do what the name on the card says. */
export function checkoutRoute(options: CheckoutRouteOptions) {
  const pickScenario = createScenarioPicker();

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', authenticate(options.apiToken));
    app.get('/api/checkout/', (_request, reply) =>
      reply.code(405).header('allow', 'POST').send({ detail: 'Method "GET" not allowed.' }),
    );
    app.post('/api/checkout/', async (received, reply) => {
      options.requests.push(maskCheckout(received.body));
      const parsed = parseCheckoutRequest(received.body);
      if ('errors' in parsed) return reply.code(400).send(parsed);
      const { request } = parsed;
      if (request.user === neighbourOf(options.merchantId)) return reply.code(403).send(forbidden);
      if (request.user !== options.merchantId) return reply.code(400).send(sellerNotFound);

      const scenario = pickScenario(request);
      const id = newPaymentId();
      moveMoney(id, request, scenario, options);
      if (scenario.isSlow)
        await sleep(options.slowMs, undefined, { signal: options.timers.signal });
      return sendAnswer(scenario.answer, { id, request, reply }, options);
    });
  };
}

/** Gives the one other seller that the service knows; its payments need other credentials. */
function neighbourOf(merchantId: number): number {
  return merchantId + 1;
}

/** Charges as the scenario says, and plans the postback. */
function moveMoney(
  id: string,
  request: CheckoutRequest,
  { charges, postback: status }: Scenario,
  { ledger, timers, postbackDelayMs }: CheckoutRouteOptions,
): void {
  if (charges === 'at once') ledger.record(id, request);
  if (status === undefined) return;

  timers.after(postbackDelayMs, async (signal) => {
    if (charges === 'with the postback') ledger.record(id, request);
    const { postbackUrl, amount } = request;
    if (postbackUrl !== undefined)
      await deliverPostback(postbackUrl, { id, status, amount }, signal);
  });
}

function createScenarioPicker() {
  const onceKeys = createOnceKeys();
  return (request: CheckoutRequest): Scenario => {
    const scenario = findScenario(request.card.holder);
    return scenario.isOnce && !onceKeys.isFirst(request) ? scenarios.APPROVED : scenario;
  };
}
