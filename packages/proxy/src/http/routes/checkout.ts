import {
  CheckoutRequest,
  orderHeader,
  type PageOrder,
  type Payment,
} from '@card-checkout/contract';
import type { CardBrand } from '@card-checkout/contract/checkout';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { z } from 'zod';
import { progressOf } from '../../attempt/attempt.ts';
import type { Checkout } from '../../checkout/checkout.ts';
import type { Shutdown } from '../../checkout/shutdown.ts';
import { clientOf, networkOf } from '../forwarded-clients.ts';
import { acceptOnlyJson, givenKeyOf, isUuid, refuseForeignOrigin } from '../guards.ts';
import { Overload } from '../overload.ts';
import { refuseTooManyRequests } from '../rate-limits.ts';
import { closed, waitSecondsOf } from '../waiting.ts';
import { Refusal } from '../../refusal.ts';

interface PageRoutesOptions {
  config: WidgetSettings & {
    allowedOrigins: string[];
    rateLimit: number | undefined;
    eventLoopDelayLimitMs: number;
  };
  checkout: Checkout;
  shutdown: Shutdown;
}

/** None is a secret. */
interface WidgetSettings {
  threeDS: PageOrder['config']['threeDS'];
  proof: PageOrder['config']['proof'];
  threeDSTokenUrl: string;
  merchantId: string;
  fraudScriptUrl: string | undefined;
  threeDSProvider: string;
  threeDSScriptUrl: string;
  threeDSEnvironment: PageOrder['config']['threeDSEnvironment'];
  template: { brands: readonly CardBrand[] | undefined };
}

const maxBodyBytes = 16 * 1024;

/** When to ask for a payment that is processing, and when to pay again after 429. */
const retryAfterSeconds = new Map([
  [202, 1],
  [429, 30],
]);

const defaultWaitSeconds = { post: 25, get: 0 };

/**
 * Serves the routes for the shop's pages: `GET /order`, `HEAD` and `POST /checkout/`, also without the last
 * slash, and `GET /checkout/:id`.
 */
export async function pageRoutes(
  app: FastifyInstance,
  { config, checkout, shutdown }: PageRoutesOptions,
): Promise<void> {
  const { allowedOrigins, rateLimit } = config;
  const overload = new Overload(config.eventLoopDelayLimitMs);
  app.addHook('onClose', async () => overload.stop());
  await app.register(cors, {
    origin: allowedOrigins,
    methods: ['GET', 'POST'],
    // Without a list, a preflight allows what it asks for: scripts of monitoring add headers of tracing.
    exposedHeaders: ['Date', 'Location', 'Retry-After'],
    // Chromium's limit: a press finds the answer to the preflight of the page's load.
    maxAge: 7200,
  });
  acceptOnlyJson(app);
  const foreignOrigin = refuseForeignOrigin(allowedOrigins);
  const guardsOfPost = [
    inTurn(
      refuseWhenDraining(shutdown),
      refuseWhenOverloaded(overload, checkout),
      foreignOrigin,
      requireScript,
      idempotencyKeyOf,
    ),
    ...(rateLimit ? [await refuseTooManyRequests(app, rateLimit)] : []),
  ];
  const onRequest = inTurn(foreignOrigin);

  for (const path of ['/checkout/', '/checkout']) {
    app.post(path, { bodyLimit: maxBodyBytes, onRequest: guardsOfPost }, take(checkout));
    // A page asks ahead, so that the preflight of its payment is over before the press.
    app.head(path, { onRequest }, async (_request, reply) => reply.code(204).send());
  }
  app.get<{ Params: { id: string } }>('/checkout/:id', { onRequest }, async (request, reply) => {
    const id = request.params.id.toLowerCase();
    const seconds = waitSecondsOf(request.headers['prefer'], defaultWaitSeconds.get);
    const left = closed(reply);
    const payment = isUuid(id) ? await checkout.follow(id, seconds, left) : undefined;
    if (!payment) throw new Refusal('not_found');
    return progressOf(await checkout.show(payment));
  });
  app.get('/order', { onRequest }, show(config, checkout));
}

function show(config: WidgetSettings, checkout: Checkout) {
  return async (request: FastifyRequest): Promise<PageOrder> => {
    const payment = await checkout.findBlocking(orderTokenOf(request), networkOf(request));
    return {
      config: {
        threeDS: config.threeDS,
        proof: config.proof,
        tokenUrl: config.threeDSTokenUrl,
        provider: config.threeDSProvider,
        ...(config.fraudScriptUrl && { fraudScriptUrl: config.fraudScriptUrl }),
        threeDSScriptUrl: config.threeDSScriptUrl,
        threeDSEnvironment: config.threeDSEnvironment,
        merchantId: config.merchantId,
        ...(config.template.brands && { brands: [...config.template.brands] }),
        clientIp: clientOf(request).replace(/^::ffff:/, ''),
      },
      ...(payment && { payment: await checkout.show(payment) }),
    };
  };
}

function take(checkout: Checkout) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const key = idempotencyKeyOf(request);
    const body = checkoutRequestOf(request.body);
    const accepted = await checkout.accept(key, body, networkOf(request));
    const seconds = waitSecondsOf(request.headers['prefer'], defaultWaitSeconds.post);
    // The payment continues even if it can't be read now.
    const followed = await checkout
      .follow(accepted.id, seconds, closed(reply), accepted)
      .catch(() => accepted);
    const payment = await checkout.show(followed ?? accepted);
    if (payment.status === 'processing') {
      // Relative, because a server in between may have removed a part of the path.
      const isFolder = /^[^?#]*\/([?#]|$)/.test(request.originalUrl);
      reply.header('Location', isFolder ? accepted.id : `checkout/${accepted.id}`);
    }
    const status = httpStatusOf(payment);
    const againAfter = retryAfterSeconds.get(status);
    if (againAfter !== undefined) reply.header('Retry-After', againAfter);
    return reply.code(status).send(payment);
  };
}

const httpStatuses: Readonly<Record<Payment['status'], number>> = {
  approved: 200,
  processing: 202,
  declined: 402,
  invalid: 422,
  failed: 502,
  unknown: 504,
};

function httpStatusOf({ status, code }: Payment): number {
  return status === 'failed' && code === 'rate_limited' ? 429 : httpStatuses[status];
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => void;

/** Runs guards in their order, in one hook that waits for nothing. */
function inTurn(...guards: Guard[]): onRequestHookHandler {
  return (request, reply, done) => {
    for (const guard of guards) guard(request, reply);
    done();
  };
}

function refuseWhenDraining(shutdown: Shutdown): Guard {
  return () => {
    if (shutdown.draining) throw new Refusal('draining');
  };
}

const maxRunningPayments = 2000;
/** Refuses new payments while the process is overloaded, or too many payments are running. */
function refuseWhenOverloaded(overload: Overload, checkout: { readonly running: number }): Guard {
  return () => {
    if (overload.isOn || checkout.running >= maxRunningPayments) throw new Refusal('overloaded');
  };
}

/**
 * Refuses requests that no page's script has sent: links, forms, frames, typed addresses, and callers
 * without Fetch Metadata. Every supported browser sends these headers, which pages can't
 * set (W3C, Fetch Metadata), except to `http://` addresses of other machines.
 */
function requireScript({ headers }: FastifyRequest): void {
  const isScript = scriptMetadata.every(([name, values]) => values.includes(String(headers[name])));
  if (!isScript) throw new Refusal('not_from_a_page', { detail: notFromAPage });
}

const notFromAPage =
  "Sec-Fetch-Site, Sec-Fetch-Mode and Sec-Fetch-Dest are missing or aren't those of fetch(). " +
  'Browsers send them to https:// addresses and their own machine only; web servers must pass them on';

const scriptMetadata: [string, string[]][] = [
  ['sec-fetch-site', ['same-origin', 'same-site', 'cross-site']],
  ['sec-fetch-mode', ['cors', 'same-origin']],
  ['sec-fetch-dest', ['empty']],
];

/** Throws `idempotency_key_missing`. */
function idempotencyKeyOf(request: FastifyRequest): string {
  const key = givenKeyOf(request);
  if (key === undefined) throw new Refusal('idempotency_key_missing');
  return key;
}

/** Throws `bad_request` without a token. */
function orderTokenOf({ headers }: FastifyRequest): string {
  const token = headers[orderHeader.toLowerCase()];
  if (typeof token === 'string' && token !== '') return token;
  throw new Refusal('bad_request', { detail: `${orderHeader} must be an order token` });
}

/** Throws `malformed_body` with the path of the first fault, never a value. */
function checkoutRequestOf(body: unknown): CheckoutRequest {
  const parsed = CheckoutRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Refusal('malformed_body', { detail: detailOf(parsed.error) });
}

function detailOf(error: z.ZodError): string {
  const issue = error.issues[0];
  const place = issue?.path.join('.') || 'the body';
  return issue?.code === 'unrecognized_keys'
    ? `${place} has an unknown member`
    : `${place} is missing or has the wrong type or length`;
}
