import Fastify, { type FastifyInstance } from 'fastify';
import type { CardTesting } from '../../card-testing/card-testing.ts';
import type { Checkout } from '../../checkout/checkout.ts';
import type { Config } from '../../config/config.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Store } from '../../store/store.ts';

/** What the metrics are served with. */
export interface MetricsServerOptions {
  config: Pick<Config, 'host' | 'metricsPort'>;
  metrics: Metrics;
  checkout: Pick<Checkout, 'running'>;
  cardTesting: Pick<CardTesting, 'isSuspected'>;
  store: Pick<Store, 'countBacklog'>;
}

/**
 * Serves `GET /metrics` on a port of its own, which no page needs to reach (contract section 3), for
 * as long as the proxy runs; nowhere without `METRICS_PORT`. Throws when that can't be listened on.
 */
export async function metricsServer(
  app: FastifyInstance,
  { config: { host, metricsPort: port }, metrics, ...parts }: MetricsServerOptions,
): Promise<void> {
  if (port === undefined) return;
  metrics.addProcess();
  const server = Fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  // Each look asks the store: however many scrape, there is one at a time.
  const look = oneAtATime(async () => {
    const { checkout, cardTesting, store } = parts;
    const standing = { running: checkout.running, isBreakerOpen: cardTesting.isSuspected() };
    return metrics.text(standing, store.countBacklog());
  });
  server.get('/metrics', async (_request, reply) => {
    const text = await look();
    return reply.header('Cache-Control', 'no-store').type(metrics.contentType).send(text);
  });
  app.addHook('onClose', async () => server.close());
  await server.listen({ host, port }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(`METRICS_PORT ${port} of ${host} cannot be listened on (${code})`);
  });
}
