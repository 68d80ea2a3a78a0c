import { orderHeader, type ClientConfig, type Payment } from '@card-checkout/contract';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { progressOf } from '../../attempt/attempt.ts';
import type { Checkout } from '../../checkout/checkout.ts';
import type { Shutdown } from '../../checkout/shutdown.ts';
import { clientOf } from '../forwarded-clients.ts';
import {
  acceptOnlyJson,
  checkoutRequestOf,
  idempotencyKeyOf,
  inTurn,
  isUuid,
  orderTokenOf,
  refuseForeignOrigin,
  refuseWhenDraining,
  refuseWhenOverloaded,
  requireScript,
} from '../guards.ts';
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
  apiBaseUrl: string;
  merchantId: number;
  fraudScriptUrl: string | undefined;
  threeDSProvider: string;
  threeDSScriptUrl: string;
  threeDSEnvironment: ClientConfig['threeDSEnvironment'];
}

const maxBodyBytes = 16 * 1024;

/** When to ask for a payment that is processing, and when to pay again after 429. */
const retryAfterSeconds = new Map([
  [202, 1],
  [429, 30],
]);

const defaultWaitSeconds = { post: 25, get: 0 };

/**
 * Serves the routes for the shop's pages: `POST /checkout/`, also without the last slash,
 * `GET /checkout/:id`, `GET /order/payment` and `GET /config`.
 */
export async function pageRoutes(
  app: FastifyInstance,
  { config, checkout, shutdown }: PageRoutesOptions,
): Promise<void> {
  const { allowedOrigins, rateLimit } = config;
  await app.register(cors, {
    origin: allowedOrigins,
    methods: ['GET', 'POST'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key', 'Prefer', orderHeader],
    exposedHeaders: ['Date', 'Location', 'Retry-After'],
    maxAge: 600,
  });
  acceptOnlyJson(app);
  const foreignOrigin = refuseForeignOrigin(allowedOrigins);
  const guardsOfPost = [
    inTurn(
      refuseWhenDraining(shutdown),
      await refuseWhenOverloaded(app, config.eventLoopDelayLimitMs, checkout),
      foreignOrigin,
      requireScript,
      idempotencyKeyOf,
    ),
    ...(rateLimit ? [await refuseTooManyRequests(app, rateLimit)] : []),
  ];
  const onRequest = inTurn(foreignOrigin);

  for (const path of ['/checkout/', '/checkout']) {
    app.post(path, { bodyLimit: maxBodyBytes, onRequest: guardsOfPost }, take(checkout));
  }
  app.get<{ Params: { id: string } }>('/checkout/:id', { onRequest }, async (request, reply) => {
    const id = request.params.id.toLowerCase();
    const seconds = waitSecondsOf(request.headers['prefer'], defaultWaitSeconds.get);
    const left = closed(reply);
    const attempt = isUuid(id) ? await checkout.follow(id, seconds, left) : undefined;
    if (!attempt) throw new Refusal('not_found');
    return progressOf(await checkout.show(attempt));
  });
  app.get('/order/payment', { onRequest }, async (request, reply) => {
    const attempt = await checkout.findBlocking(orderTokenOf(request));
    return attempt ? checkout.show(attempt) : reply.code(204).send();
  });
  app.get('/config', { onRequest }, (request): ClientConfig => ({
    apiUrl: config.apiBaseUrl,
    provider: config.threeDSProvider,
    ...(config.fraudScriptUrl && { fraudScriptUrl: config.fraudScriptUrl }),
    threeDSScriptUrl: config.threeDSScriptUrl,
    threeDSEnvironment: config.threeDSEnvironment,
    merchantId: config.merchantId,
    clientIp: clientOf(request).replace(/^::ffff:/, ''),
  }));
}

function take(checkout: Checkout) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const key = idempotencyKeyOf(request);
    const body = checkoutRequestOf(request.body);
    const accepted = await checkout.accept(key, body);
    const seconds = waitSecondsOf(request.headers['prefer'], defaultWaitSeconds.post);
    // The attempt continues even if it cannot be read now.
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
