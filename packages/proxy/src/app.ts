import { proofOfWorkHeader } from '@card-checkout/contract';
import cors from '@fastify/cors';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { addAnswerHeaders } from './http/answer-headers.ts';
import { withoutCardsInLine } from './sensitive/card-data.ts';
import { CardTesting } from './card-testing/card-testing.ts';
import { Caretaker } from './checkout/sweeper.ts';
import { Checkout } from './checkout/checkout.ts';
import type { Config } from './config/config.ts';
import { connectionLimits, refuseConnection } from './http/limits/connection-limits.ts';
import { givenKeyOf, refuseAmbiguous } from './http/guards.ts';
import { acceptOnlyJson } from './http/json-body.ts';
import { refusalOf, sendRefusal } from './http/problem.ts';
import { LogOutput } from './telemetry/log-output.ts';
import { EventLog } from './telemetry/log.ts';
import { News } from './checkout/announce.ts';
import { metricsServer } from './http/routes/metrics.ts';
import { Metrics } from './telemetry/metrics.ts';
import { Outbox } from './checkout/outbox.ts';
import { Refusal } from './refusal.ts';
import { checkoutRoutes, type CheckoutRoutesOptions } from './http/routes/checkout.ts';
import { configRoute } from './http/routes/config.ts';
import { healthRoutes } from './http/routes/health.ts';
import { openApiRoute } from './http/routes/openapi.ts';
import { acknowledge, isPostback, postbackRoute } from './http/routes/postback.ts';
import { widgetFiles } from './http/routes/widget.ts';
import { Settlements } from './checkout/waiters.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { createUpstream } from './payments-api/upstream.ts';

/** Changes how `createProxy` runs; the log goes to the standard output by default. */
export interface CreateProxyOptions {
  /** The clock; the machine's by default. */
  now?: () => Date;
  /** Keeps the attempts, and is closed with the proxy; by default what `DATABASE_URL` names. */
  store?: Store;
  /** Stands before the path of every route, e.g. `/pay`; empty by default. */
  prefix?: string;
  logStream?: { write(line: string): void };
}

/** What the proxy's routes need. */
interface ProxyOptions {
  config: Config;
  now: () => Date;
  store: Store | undefined;
  metrics: Metrics;
  log: EventLog;
}

/** Serves payments; on closing, takes no new attempt, lets the running ones end, closes the store. */
async function proxyRoutes(app: FastifyInstance, options: ProxyOptions): Promise<void> {
  const { config, now, metrics, log } = options;
  const onCommit = (durationMs: number) => metrics.committed(durationMs);
  const store = options.store ?? (await openStore(config, { now, onCommit }));
  const upstream = createUpstream(config);
  const settlements = new Settlements();
  const outbox = new Outbox({ ...config, store, log, now });
  const cardTesting = new CardTesting(config, log, now);
  const news = new News({ log, outbox, settlements, cardTesting });
  const parts = { config, store, upstream, cardTesting, settlements, news, log, now };
  const checkout = new Checkout(parts);
  const caretaker = new Caretaker(store, news, log);

  app.setErrorHandler(refuseWith(log));
  app.addHook('onRequest', refuseAmbiguous);
  app.addHook('preClose', async () => {
    log.draining();
    const isDone = await settlements.drain(config.shutdownTimeoutMs);
    if (!isDone) await checkout.interruptRunning();
    // Node no longer times out requests while it closes; whoever sends half of one would keep it open.
    setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref();
  });
  app.addHook('onClose', async () => {
    await upstream.close();
    await settlements.drain(lastAnswersMs);
    for (const part of [caretaker, outbox]) await part.stop();
    await store.close();
  });

  log.starting(config);
  store.onNews((id) => settlements.announce(id));
  await caretaker.start();
  outbox.start();
  await app.register(metricsServer, { config, metrics, checkout, cardTesting, store });
  await app.register(healthRoutes, { store, settlements });
  await app.register(openApiRoute, { publicUrl: config.publicUrl });
  await app.register(widgetFiles);
  await app.register(postbackRoute, { prefix: '/api', store, words: config.words, news, log });
  await app.register(apiRoutes, { prefix: '/api', config, checkout, settlements, log });
}

/** Answers what was thrown as a refusal, and tells of it. */
function refuseWith(log: EventLog) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = refusalOf(error);
    const { code } = refusal.problem;
    log.requestRefused({ code, route: request.routeOptions.url, attempt: givenKeyOf(request) });
    if (code === 'internal') log.unexpected(error);
    return sendRefusal(reply, refusal);
  };
}

/** Serves what the merchant's pages call: CORS, JSON alone, then the routes. */
async function apiRoutes(
  app: FastifyInstance,
  { config, checkout, settlements, log }: CheckoutRoutesOptions,
): Promise<void> {
  await app.register(cors, {
    origin: config.allowedOrigins,
    methods: ['GET', 'POST'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key', 'Prefer', proofOfWorkHeader],
    exposedHeaders: ['Location', 'Retry-After'],
    maxAge: 600,
  });
  acceptOnlyJson(app);
  await app.register(checkoutRoutes, { config, checkout, settlements, log });
  await app.register(configRoute, { config });
}

/** How long the last answers may take to leave once every attempt has ended. */
const lastAnswersMs = 2000;

/** Makes a server of its own; `listen` opens the store and rejects when it can't. */
export function createProxy(config: Config, options: CreateProxyOptions = {}): FastifyInstance {
  const { logStream = new LogOutput(), now = () => new Date(), store, prefix = '' } = options;
  const app = Fastify({
    logger: {
      level: config.logLevel,
      // In milliseconds it would be 13 digits, which may look like a card number.
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      stream: { write: (line) => logStream.write(withoutCardsInLine(line)) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    ...connectionLimits,
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      if (isPostback(request)) acknowledge(reply);
      else sendRefusal(reply, new Refusal('not_found'));
    },
    clientErrorHandler: refuseConnection,
  });
  // Node would answer an expectation that it does not know itself (RFC 9110, 10.1.1: it may).
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  const metrics = new Metrics();
  const log = new EventLog(app.log, metrics);
  addAnswerHeaders(app);
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('not_found')));
  app.register(proxyRoutes, { prefix, config, now, store, metrics, log });
  return app;
}
