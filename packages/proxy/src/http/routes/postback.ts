import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EventLog } from '../../telemetry/log.ts';
import type { News } from '../../checkout/announce.ts';
import type { PaymentWords } from '../../payments-api/status-words.ts';
import { hashOf, readPostback } from '../../payments-api/postback.ts';
import { Refusal } from '../../refusal.ts';
import type { Store } from '../../store/store.ts';

/** What the postback route works with. */
export interface PostbackRouteOptions {
  store: Store;
  words: PaymentWords;
  news: News;
  log: EventLog;
}

/** Tells whether a request goes to the postback route, even if its token can't be decoded. */
export function isPostback({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && /^[^?#]*\/api\/postback\//.test(url);
}

const maxBodyBytes = 64 * 1024;

/**
 * Takes what the payments service says of a try. Answers `200 {}` whatever the token, so that
 * nobody learns which ones exist; only when nothing can be stored, 503, so that it comes again.
 */
export async function postbackRoute(
  app: FastifyInstance,
  { store, words, news, log }: PostbackRouteOptions,
): Promise<void> {
  const lost = (error: unknown) => {
    log.postbackLost(error);
    throw new Refusal('overloaded');
  };
  // How the service calls its body is not documented, and Fastify refuses what is no media type.
  app.addHook('onRequest', async ({ headers }) => void delete headers['content-type']);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: IncomingMessage) =>
    textOf(body),
  );
  app.post<{ Params: { '*': string } }>('/postback/*', async ({ params, body }, reply) => {
    const token = params['*'];
    const posted = readPostback(typeof body === 'string' ? body : '', token, words);
    const recorded = await store.recordPostback(hashOf(token), posted).catch(lost);
    if (recorded) news.recorded(recorded, 'postback');
    else log.postbackUnknown();
    return acknowledge(reply);
  });
}

/** Answers a postback, and tells nothing by it. */
export function acknowledge(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'no-store').send({});
}

/**
 * Reads a body of up to 64 kB. A longer one passes by unread, since a client that sends all before
 * it reads would never see the answer; it proves, like a broken one, that the try was received.
 */
function textOf(body: IncomingMessage): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) resolve('');
    else chunks.push(chunk);
  });
  body.once('end', () => resolve(new TextDecoder().decode(Buffer.concat(chunks))));
  body.once('error', () => resolve(''));
  return promise;
}
