import { orderHeader, proofOfWorkHeader, type ClientConfig } from '@card-checkout/contract';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { clientOf } from '../forwarded-clients.ts';
import { acceptOnlyJson, inTurn, refuseForeignOrigin } from '../guards.ts';
import { checkoutRoutes, type CheckoutRoutesOptions } from './checkout.ts';

interface PageRoutesOptions extends CheckoutRoutesOptions {
  config: CheckoutRoutesOptions['config'] & {
    allowedOrigins: string[];
    apiBaseUrl: string;
    merchantId: number;
    fraudScriptUrl: string | undefined;
    threeDSProvider: string;
    threeDSScriptUrl: string;
    threeDSEnvironment: ClientConfig['threeDSEnvironment'];
  };
}

/** Serves the routes for the shop's pages, with CORS, and with JSON as the only body. */
export async function pageRoutes(app: FastifyInstance, options: PageRoutesOptions): Promise<void> {
  const { config } = options;
  await app.register(cors, {
    origin: config.allowedOrigins,
    methods: ['GET', 'POST'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key', 'Prefer', orderHeader, proofOfWorkHeader],
    exposedHeaders: ['Date', 'Location', 'Retry-After'],
    maxAge: 600,
  });
  acceptOnlyJson(app);
  await checkoutRoutes(app, options);
  const onRequest = inTurn(refuseForeignOrigin(config.allowedOrigins));
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
