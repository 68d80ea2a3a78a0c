import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Secret } from '../../sensitive/secret.ts';
import type { EventLog } from '../../telemetry/log.ts';
import { addAnswerHeaders } from '../answer-headers.ts';
import { clientOf, networkOf } from '../forwarded-clients.ts';
import { acceptOnlyJson, isSameSecret } from '../guards.ts';

export interface OperatorPageOptions {
  password: Secret;
  /** What the page's script calls, below `/operator`. */
  api: FastifyPluginAsync;
  log: EventLog;
}

/** Works from the sources, too: the package finds itself by its name. */
const root = join(
  dirname(fileURLToPath(import.meta.resolve('@card-checkout/proxy/package.json'))),
  'dist/page',
);

const sources = {
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['lit-html'],
};

/** Serves the page at `GET /` and its API, behind HTTP Basic. */
export async function operatorPage(
  app: FastifyInstance,
  { password, api, log }: OperatorPageOptions,
): Promise<void> {
  await app.register(async (page) => {
    addAnswerHeaders(page, sources);
    page.addHook('onRequest', requirePassword(password, log));
    page.addHook('onRequest', refuseForeignWrite);
    acceptOnlyJson(page);
    await page.register(fastifyStatic, { root, wildcard: false, cacheControl: false });
    await page.register(api, { prefix: '/operator' });
  });
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
