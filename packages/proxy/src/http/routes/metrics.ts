import { isIP } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { CardTesting } from '../../card-testing/card-testing.ts';
import type { Brake } from '../../checkout/brake.ts';
import type { Checkout } from '../../checkout/checkout.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { limitPipelining } from '../connection-limits.ts';
import { trustIn } from '../forwarded-clients.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Store } from '../../store/store.ts';
import { operatorPage, type OperatorPageOptions } from './operator-page.ts';

interface MetricsServerOptions {
  config: {
    metricsHost: string;
    metricsPort: number | undefined;
    trustProxy: false | readonly string[];
  };
  metrics: Metrics;
  checkout: Pick<Checkout, 'running'>;
  cardTesting: Pick<CardTesting, 'isSuspected'>;
  brake: Pick<Brake, 'isOn'>;
  store: Pick<Store, 'countBacklog'>;
  page: OperatorPageOptions | undefined;
}

/**
 * Serves `GET /metrics`, and the operator's page if there is one, on a separate, private port while the
 * proxy runs; does nothing without `METRICS_PORT`. Throws if the port is unavailable.
 */
export async function metricsServer(
  app: FastifyInstance,
  { config, metrics, checkout, cardTesting, brake, store, page }: MetricsServerOptions,
): Promise<void> {
  const { metricsHost: host, metricsPort: port, trustProxy } = config;
  if (port === undefined) return;
  metrics.addProcess();
  const server = Fastify({
    trustProxy: trustIn(trustProxy),
    requestTimeout: 10_000,
    forceCloseConnections: true,
  });
  server.addHook('onRequest', limitPipelining);
  // Each scrape queries the store, so concurrent scrapes share one.
  const scrape = oneAtATime(async () => {
    const isBreakerOpen = cardTesting.isSuspected();
    const gauges = { running: checkout.running, isBreakerOpen, isApiDown: brake.isOn };
    return metrics.text(gauges, store.countBacklog());
  });
  server.get('/metrics', async ({ headers }, reply) => {
    if (!isOwnName(headers.host, host)) return reply.code(421).send(foreignName);
    const text = await scrape();
    return reply.header('Cache-Control', 'no-store').type(metrics.contentType).send(text);
  });
  if (page) await operatorPage(server, page);
  app.addHook('onClose', async () => server.close());
  await server.listen({ host, port }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(`METRICS_PORT ${port} of METRICS_HOST ${host} is not available (${code})`);
  });
}

const foreignName = "Use the machine's IP address, a name without a dot, or METRICS_HOST.\n";

/**
 * Whether a `Host` header can't be the domain of a stranger, whose page would otherwise read the metrics
 * once its name leads to this machine (DNS rebinding).
 */
function isOwnName(header = '', metricsHost: string): boolean {
  const name = URL.parse(`http://${header}`)?.hostname ?? '';
  return !name.includes('.') || isIP(name) === 4 || name === metricsHost.toLowerCase();
}
