import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cardBrand } from '../three-ds/test-cards.ts';
import type { Journal } from '../web/journal.ts';
import { CheckoutRequest, fieldErrors } from './checkout-request.ts';
import { chargeFor, MaskedCheckout, type Charge } from './ledger.ts';
import { deliverPostback } from './postback.ts';
import { findScenario, scenarios, type Scenario } from './scenarios.ts';

interface CheckoutRouteOptions {
  apiToken: string;
  merchantId: number;
  slowMs: number;
  postbackDelayMs: number;
  charges: Charge[];
  requests: MaskedCheckout[];
  journal: Journal;
  stopped: AbortSignal;
}

interface Payment {
  id: string;
  request: CheckoutRequest;
  scenario: Scenario;
}

/** A late postback takes 15 times as long: 30 s instead of 2 s. */
const latePostbackFactor = 15;

const badGatewayPage =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n';

/** Serves `POST /api/checkout/`: authenticates, validates, then follows the scenario. */
export function checkoutRoute(options: CheckoutRouteOptions) {
  const { apiToken, merchantId, slowMs, requests, stopped } = options;
  const pickScenario = createScenarioPicker();

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', requireToken(apiToken));
    app.get('/api/checkout/', (_request, reply) =>
      reply.code(405).header('allow', 'POST').send({ detail: 'Method "GET" not allowed.' }),
    );
    app.post('/api/checkout/', async ({ body }, reply) => {
      requests.push(MaskedCheckout.parse(body));
      noteCall(options.journal, reply);
      const { data: request, error } = CheckoutRequest.safeParse(body);
      if (error) return reply.code(400).send({ errors: fieldErrors(error) });
      // One other merchant exists, but these credentials aren't valid for it.
      if (request.user === merchantId + 1)
        return reply
          .code(403)
          .send({ detail: 'You do not have permission to perform this action.' });
      if (request.user !== merchantId) return reply.code(400).send({ error: 'Seller not found' });

      const payment = { id: `pay_${randomUUID()}`, request, scenario: pickScenario(request) };
      moveMoney(payment, options).catch(() => undefined);
      if (payment.scenario.isSlow) await sleep(slowMs, undefined, { signal: stopped });
      return answer(payment, reply);
    });
  };
}

function noteCall(journal: Journal, { raw }: FastifyReply): void {
  journal.note('call');
  raw.once('close', () => {
    const { statusCode: status, writableFinished } = raw;
    const answered = status >= 500 ? '5xx' : status;
    journal.note(`answered.${writableFinished ? answered : 'none'}`, { status });
  });
}

function requireToken(apiToken: string) {
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [scheme, token] = (headers.authorization ?? '').split(' ');
    if (scheme === 'Token' && token === apiToken) return;
    const isGiven = scheme === 'Token' && token;
    const detail = isGiven ? 'Invalid token.' : 'Authentication credentials were not provided.';
    await reply.code(401).header('www-authenticate', 'Token').send({ detail });
  };
}

/**
 * Finds the scenario for a call. One with `isOnce` applies to every other call with the same card,
 * name, document and amount.
 */
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

/**
 * Charges as the scenario says and sends the postback later. The API's documentation doesn't show a
 * postback's payload.
 */
async function moveMoney(
  { id, request, scenario }: Payment,
  { charges, journal, postbackDelayMs, stopped }: CheckoutRouteOptions,
): Promise<void> {
  const { postback: status } = scenario;
  const charge = (): void => {
    charges.push(chargeFor(id, request));
    const { amount, card, reference: order } = request;
    journal.note('charged', { amount, last4: card.number.slice(-4), order });
  };
  if (scenario.charges === 'at once') charge();
  if (status === undefined) return;
  const delayMs = postbackDelayMs * (scenario.isPostbackLate ? latePostbackFactor : 1);
  await sleep(delayMs, undefined, { signal: stopped });
  if (scenario.charges === 'with the postback') charge();
  const { postbackUrl, amount } = request;
  if (postbackUrl === undefined) return;
  journal.note('postback', { status });
  await deliverPostback(postbackUrl, { id, status, amount }, stopped);
}

function answer(
  { id, request, scenario: { answer: given } }: Payment,
  reply: FastifyReply,
): FastifyReply {
  if ('paymentStatus' in given) {
    return reply.code(201).send(paymentBody(id, given.paymentStatus, request));
  }
  if ('body' in given) return reply.code(given.status).send(given.body);
  if ('status' in given) return reply.code(given.status).type('text/html').send(badGatewayPage);

  reply.hijack();
  // A hanging connection closes when the server stops.
  if (given.breaks === 'at once') reply.raw.destroy();
  return reply;
}

/** A plausible payment; the API's documentation doesn't show one. */
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
