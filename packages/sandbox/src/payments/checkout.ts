import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cardBrand } from '../three-ds/test-cards.ts';
import { requireToken } from './api-token.ts';
import { parseCheckoutRequest, type CheckoutRequest } from './checkout-request.ts';
import { chargeFor, maskCheckout, type Charge, type MaskedCheckout } from './ledger.ts';
import { deliverPostback } from './postback.ts';
import { findScenario, scenarios, type Answer, type Scenario } from './scenarios.ts';

/** What the checkout needs from the service around it. */
export interface CheckoutRouteOptions {
  apiToken: string;
  merchantId: number;
  slowMs: number;
  /** When `HANG` closes the connection; it never does by default. */
  hangMs?: number | undefined;
  postbackDelayMs: number;
  /** Takes every charge. */
  charges: Charge[];
  /** Takes the body of every authenticated request. */
  requests: MaskedCheckout[];
  stopped: AbortSignal;
}

/** A payment that the service has taken up. */
interface Payment {
  id: string;
  request: CheckoutRequest;
  scenario: Scenario;
}

const badGatewayPage =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n';

/** Serves `POST /api/checkout/`: authenticates, validates, then does what the name on the card says. */
export function checkoutRoute(options: CheckoutRouteOptions) {
  const { apiToken, merchantId, slowMs, requests, stopped } = options;
  const pickScenario = createScenarioPicker();

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', requireToken(apiToken));
    app.get('/api/checkout/', (_request, reply) =>
      reply.code(405).header('allow', 'POST').send({ detail: 'Method "GET" not allowed.' }),
    );
    app.post('/api/checkout/', async ({ body }, reply) => {
      requests.push(maskCheckout(body));
      const parsed = parseCheckoutRequest(body);
      if ('errors' in parsed) return reply.code(400).send(parsed);
      const { request } = parsed;
      // One other merchant exists; these credentials are not for its payments.
      if (request.user === merchantId + 1)
        return reply
          .code(403)
          .send({ detail: 'You do not have permission to perform this action.' });
      if (request.user !== merchantId) return reply.code(400).send({ error: 'Seller not found' });

      const payment = { id: `pay_${randomUUID()}`, request, scenario: pickScenario(request) };
      moveMoney(payment, options);
      if (payment.scenario.isSlow) await sleep(slowMs, undefined, { signal: stopped });
      return answer(payment, reply, options);
    });
  };
}

/** A scenario with `isOnce` holds for every other call with the same card, name, document and amount. */
function createScenarioPicker() {
  const seen = new Set<string>();
  return ({ card, document, amount }: CheckoutRequest): Scenario => {
    const scenario = findScenario(card.holder);
    if (!scenario.isOnce) return scenario;
    const key = [card.number.slice(-4), card.holder, document, amount].join('|');
    if (seen.delete(key)) return scenarios.APPROVED;
    seen.add(key);
    return scenario;
  };
}

/** Charges as the scenario says, and sends its postback later. */
function moveMoney(payment: Payment, options: CheckoutRouteOptions): void {
  const { id, request, scenario } = payment;
  if (scenario.charges === 'at once') options.charges.push(chargeFor(id, request));
  postBack(payment, options).catch(() => undefined);
}

async function postBack(
  { id, request, scenario }: Payment,
  { charges, postbackDelayMs, stopped }: CheckoutRouteOptions,
): Promise<void> {
  const { postback: status } = scenario;
  if (status === undefined) return;
  await sleep(postbackDelayMs, undefined, { signal: stopped });
  if (scenario.charges === 'with the postback') charges.push(chargeFor(id, request));
  const { postbackUrl, amount } = request;
  if (postbackUrl !== undefined)
    await deliverPostback(postbackUrl, { id, status, amount }, stopped);
}

/** Sends what the scenario answers. */
async function answer(
  { id, request, scenario }: Payment,
  reply: FastifyReply,
  { hangMs, stopped }: CheckoutRouteOptions,
): Promise<FastifyReply> {
  const given: Answer = scenario.answer;
  if ('paymentStatus' in given)
    return reply.code(201).send(paymentBody(id, given.paymentStatus, request));
  if ('body' in given) return reply.code(given.status).send(given.body);
  if ('status' in given) return reply.code(given.status).type('text/html').send(badGatewayPage);

  reply.hijack();
  // The server closes a connection that hangs when it stops.
  if (given.breaks === 'late' && hangMs === undefined) return reply;
  if (given.breaks === 'late') await sleep(hangMs, undefined, { signal: stopped });
  reply.raw.destroy();
  return reply;
}

/** A plausible payment; the documentation does not show the real one. */
function paymentBody(id: string, status: string, request: CheckoutRequest) {
  const { amount, installments, paymentMethod, card } = request;
  return {
    id,
    status,
    amount,
    installments,
    paymentMethod,
    card: { brand: cardBrand(card.number), lastDigits: card.number.slice(-4) },
    createdAt: new Date().toISOString(),
  };
}
