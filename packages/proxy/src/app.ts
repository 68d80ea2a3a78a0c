import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { transitionRulesOf } from './attempt/transition.ts';
import { CardTesting } from './card-testing/card-testing.ts';
import { Checkout } from './checkout/checkout.ts';
import { announceTo } from './checkout/announce.ts';
import { Brake } from './checkout/brake.ts';
import { Outbox } from './checkout/outbox.ts';
import { Retention } from './checkout/retention.ts';
import { Shutdown } from './checkout/shutdown.ts';
import { Sweeper } from './checkout/sweeper.ts';
import { Waiters } from './checkout/waiters.ts';
import type { Config } from './config/config.ts';
import { risksOf } from './config/risks.ts';
import { addAnswerHeaders } from './http/answer-headers.ts';
import { answerUndecodable, answerWithProblems, sendRefusal } from './http/answers.ts';
import { trustIn, watchForwardedClients } from './http/forwarded-clients.ts';
import { refuseAmbiguous } from './http/guards.ts';
import {
  connectionLimits,
  limitPipelining,
  maxConnections,
  refuseConnection,
} from './http/connection-limits.ts';
import { pageRoutes } from './http/routes/checkout.ts';
import { frameRoutes } from './http/routes/frame.ts';
import { healthRoutes } from './http/routes/health.ts';
import { openApiRoute } from './http/routes/openapi.ts';
import { orderRoutes } from './http/routes/orders.ts';
import { postbackRoute } from './http/routes/postback.ts';
import { widgetFiles } from './http/routes/widget.ts';
import { adminServer } from './operator/admin-server.ts';
import { adminSocket } from './operator/admin-socket.ts';
import { Operator } from './operator/operator.ts';
import { createUpstream } from './upstream/upstream.ts';
import { Refusal } from './refusal.ts';
import { withoutCardsInLine } from './sensitive/card-data.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { EventLog } from './telemetry/log.ts';
import { LogOutput, printableLine } from './telemetry/log-output.ts';
import { Metrics } from './telemetry/metrics.ts';

export interface CreateProxyOptions {
  /** The clock; the system's by default. */
  now?: () => Date;
  /** Closed with the proxy; by default, what `DATABASE_URL` names. */
  store?: Store;
  /** A path before every route, e.g. `/pay`; empty by default. */
  prefix?: string;
  /** Where log lines are written; the standard output by default. */
  logStream?: { write(line: string): void };
}

interface ProxyOptions {
  config: Config;
  now: () => Date;
  store: Store | undefined;
  metrics: Metrics;
  log: EventLog;
}

/** Composes the proxy. When it closes, payments in flight may end first; then the store is closed. */
async function proxyRoutes(
  app: FastifyInstance,
  { config, now, metrics, log, ...options }: ProxyOptions,
): Promise<void> {
  // Each secret reaches only the parts that use it.
  const { secrets, database, ...settings } = config;
  const { apiToken, httpsProxy, orderSecret, webhookSecret, merchantKey } = secrets;
  const { webhooks, retentionDays, publicUrl, adminSocket: place } = settings;

  const transitions = transitionRulesOf(settings, now);
  const onCommit = (durationMs: number) => metrics.committed(durationMs);
  const store = options.store ?? (await openStore(database, { ...transitions, onCommit }));
  const upstream = createUpstream({ ...settings, apiToken, httpsProxy });
  const shutdown = new Shutdown();
  const waiters = new Waiters(store, shutdown);
  const outbox = new Outbox({ webhooks, webhookSecret, store, log, now });
  const cardTesting = new CardTesting(settings, log, now);
  const brake = new Brake(settings);
  const announce = announceTo({ log, outbox, waiters, cardTesting, brake });
  const parts = { store, upstream, waiters, shutdown, cardTesting, brake, announce, log, now };
  const orderRules = { ...settings, orderSecret };
  const checkout = new Checkout({ ...parts, rules: settings, orderRules });
  const retention = new Retention({ retentionDays, store, log, now });
  const sweeper = new Sweeper({ store, announce, retention, log });
  const operator = new Operator({ store, announce, log, now });

  watchForwardedClients(app, settings, log, now);
  app.addHook('preClose', async () => {
    log.emit('draining', {});
    const isDone = await shutdown.drain(settings.shutdownTimeoutMs);
    if (!isDone) await checkout.interruptRunning();
    // Node stops enforcing request timeouts while closing; a half-sent request would keep it open.
    setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref();
  });
  app.addHook('onClose', async () => {
    await upstream.close();
    await shutdown.drain(lastAnswersMs);
    for (const part of [sweeper, outbox]) await part.stop();
    await store.close();
  });

  for (const text of risksOf({ ...settings, database })) log.emit('risky_setting', {}, text);
  store.onChange((id) => waiters.wake(id));
  await sweeper.start();
  // Without an answer, the brake turns on after five payments in doubt, as in any outage.
  const apiAlarm = await store.apiAlarm().catch(() => undefined);
  if (apiAlarm?.code === 'api_down') brake.hold();
  outbox.start();
  const { operatorPassword: password } = secrets;
  const admin = { operator, store, retention, log, now };
  const gauges = { metrics, checkout, cardTesting, brake };
  await adminServer(app, { config: settings, ...gauges, ...admin, password });
  await adminSocket(app, { place, ...admin });
  await healthRoutes(app, { store, shutdown });
  await openApiRoute(app, { publicUrl });
  await widgetFiles(app);
  await frameRoutes(app, settings);
  const prefix = '/api';
  const evidence = { store, rules: settings, checkout, announce, shutdown, log };
  await app.register(postbackRoute, { prefix, ...evidence });
  await app.register(pageRoutes, { prefix, config: settings, checkout, shutdown });
  await app.register(orderRoutes, { prefix, merchantKey, store, waiters, log });
}

const lastAnswersMs = 2000;

/** A busy machine may have a slow database. */
const startTimeoutMs = 60_000;

/**
 * Creates the server. `listen` opens the store, and rejects when that fails.
 *
 * @example
 * const proxy = createProxy(readConfig(process.env));
 * await proxy.listen({ host: '127.0.0.1', port: 8787 });
 */
export function createProxy(config: Config, options: CreateProxyOptions = {}): FastifyInstance {
  return assemble(config, options).app;
}

/** Creates the server, and returns its log, too. */
export function assemble(
  config: Config,
  options: CreateProxyOptions = {},
): { app: FastifyInstance; log: EventLog } {
  const metrics = new Metrics();
  const onLost = () => metrics.count('log_lines_lost_total');
  const {
    logStream = new LogOutput({ onLost }),
    now = () => new Date(),
    store,
    prefix = '',
  } = options;
  const app = Fastify({
    logger: {
      level: config.logLevel,
      // A time in milliseconds has 13 digits, which may look like a card number.
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      stream: { write: (line) => logStream.write(printableLine(withoutCardsInLine(line))) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    // No log line is about a request as such, so requests share one logger.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustIn(config.trustProxy),
    pluginTimeout: startTimeoutMs,
    ...connectionLimits,
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => answerUndecodable(request, reply),
    clientErrorHandler: refuseConnection,
  });
  app.addHook('onRequest', limitPipelining);
  app.server.maxConnections = maxConnections();
  // Without a listener, a connection that finds no free file would end the process.
  app.server.on('error', (error) => log.emit('connection_failed', { error }));
  // Node itself would answer an `Expect` header that it doesn't know (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  const log = new EventLog(app.log, metrics);
  addAnswerHeaders(app);
  app.addHook('onRequest', refuseAmbiguous);
  answerWithProblems(app, log);
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('not_found')));
  app.register(proxyRoutes, { prefix, config, now, store, metrics, log });
  return { app, log };
}
