import type { ClientConfig } from '@card-checkout/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { refuseForeignOrigin } from '../guards.ts';

/** Serves the widget's configuration, which contains no secret. */
export async function configRoute(
  app: FastifyInstance,
  { config }: { config: Config },
): Promise<void> {
  const onRequest = refuseForeignOrigin(config.allowedOrigins);
  app.get('/config', { onRequest }, (request): ClientConfig => ({
    apiUrl: config.apiBaseUrl,
    provider: config.threeDSProvider,
    ...(config.fraudScriptUrl && { fraudScriptUrl: config.fraudScriptUrl }),
    threeDSScriptUrl: config.threeDSScriptUrl,
    threeDSEnvironment: config.threeDSEnvironment,
    merchantId: config.merchantId,
    clientIp: request.ip.replace(/^::ffff:/, ''),
  }));
}
