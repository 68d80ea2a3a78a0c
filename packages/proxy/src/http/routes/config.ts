import type { ClientConfig } from '@card-checkout/contract';
import type { FastifyInstance } from 'fastify';
import { clientOf } from '../forwarded-clients.ts';
import { inTurn, refuseForeignOrigin } from '../guards.ts';

/** None is a secret. */
interface WidgetSettings {
  allowedOrigins: readonly string[];
  apiBaseUrl: string;
  merchantId: number;
  fraudScriptUrl: string | undefined;
  threeDSProvider: string;
  threeDSScriptUrl: string;
  threeDSEnvironment: ClientConfig['threeDSEnvironment'];
}

export async function configRoute(
  app: FastifyInstance,
  { config }: { config: WidgetSettings },
): Promise<void> {
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
