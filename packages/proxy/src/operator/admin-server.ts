import { isIP } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { limitPipelining } from '../http/connection-limits.ts';
import { clientOf, networkOf, trustIn } from '../http/forwarded-clients.ts';
import { isSameSecret } from '../http/guards.ts';
import { oneAtATime } from '../http/one-at-a-time.ts';
import type { Secret } from '../sensitive/secret.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { GaugeSources, Metrics } from '../telemetry/metrics.ts';
import type { Operator } from './operator.ts';
import { operatorPage } from './page.ts';

interface AdminServerOptions extends GaugeSources {
  config: {
    metricsHost: string;
    metricsPort: number | undefined;
    trustProxy: false | readonly string[];
  };
  metrics: Metrics;
  operator: Operator;
  /** Opens the operator's page; without it there is none. */
  password: Secret | undefined;
  log: EventLog;
}

/**
 * Serves `GET /metrics`, and the operator's page if it has a password, on a separate, private port while
 * the proxy runs; does nothing without `METRICS_PORT`. Throws if the port is unavailable.
 */
export async function adminServer(
  app: FastifyInstance,
  { config, metrics, password, operator, log, ...sources }: AdminServerOptions,
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
  const scrape = oneAtATime(async () => metrics.text(sources));
  server.get('/metrics', async ({ headers }, reply) => {
    if (!isOwnName(headers.host, host)) return reply.code(421).send(foreignName);
    const text = await scrape();
    return reply.header('Cache-Control', 'no-store').type(metrics.contentType).send(text);
  });
  if (password) {
    await server.register(async (page) => {
      page.addHook('onRequest', requirePassword(password, log));
      page.addHook('onRequest', refuseForeignWrite);
      await operatorPage(page, { operator, log });
    });
  }
  app.addHook('onClose', async () => server.close());
  await server.listen({ host, port }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(`METRICS_PORT ${port} of METRICS_HOST ${host} isn't available (${code})`);
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

/** Wrong passwords per minute and network. */
const maxWrongGuesses = 10;

/**
 * Asks for the user `operator` and the password (RFC 7617). After too many wrong ones, a network is
 * refused for the rest of the minute, even with the right one: otherwise it could keep guessing.
 */
function requirePassword(password: Secret, log: EventLog) {
  const limits = { max: 10_000, ttl: 60_000, noUpdateTTL: true };
  const wrongGuesses = new LRUCache<string, number>(limits);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const network = networkOf(request);
    const guesses = wrongGuesses.get(network) ?? 0;
    if (guesses >= maxWrongGuesses) {
      const text = 'Too many wrong passwords. Try again in a minute.\n';
      return reply.code(429).header('Retry-After', 60).send(text);
    }
    const [, given] = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const wanted = `operator:${password.reveal()}`;
    if (given !== undefined && isSameSecret(Buffer.from(given, 'base64').toString(), wanted)) {
      return undefined;
    }
    if (given !== undefined) {
      wrongGuesses.set(network, guesses + 1);
      log.emit('operator_refused', { address: clientOf(request) });
    }
    return reply
      .code(401)
      .header('WWW-Authenticate', 'Basic realm="card-checkout", charset="UTF-8"')
      .send('The user is operator. OPERATOR_PASSWORD sets the password.\n');
  };
}

/**
 * Refuses writes from other sites' pages, because browsers add the password to them. Browsers omit
 * `Sec-Fetch-Site` on `http://` addresses of other machines; there, `Origin` must name this host.
 */
async function refuseForeignWrite(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { host, origin, 'sec-fetch-site': site } = headers;
  const isOwnHost = origin !== undefined && URL.parse(origin)?.host === host;
  const isOwn = site === undefined ? isOwnHost : site === 'same-origin';
  if (method === 'GET' || method === 'HEAD' || isOwn) return undefined;
  return reply.code(403).send('Only the page itself may make changes.\n');
}
