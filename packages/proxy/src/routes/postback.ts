import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EventLog } from '../log.ts';
import type { News } from '../news.ts';
import type { PaymentWords } from '../payment-words.ts';
import { hashOf, readPostback } from '../postback.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';

/** Is what the postback route works with. */
export interface PostbackRouteOptions {
  store: Store;
  words: PaymentWords;
  news: News;
  log: EventLog;
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
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: IncomingMessage) =>
    textOf(body),
  );
  app.post<{ Params: { '*': string } }>('/postback/*', async ({ params, body }, reply) => {
    const posted = readPostback(typeof body === 'string' ? body : '', words);
    const recorded = await store.recordPostback(hashOf(params['*']), posted).catch(lost);
    if (recorded) news.recorded(recorded, 'postback');
    else log.postbackUnknown();
    return reply.header('Cache-Control', 'no-store').send({});
  });
}

/** Reads a body of up to 64 kB; a longer one proves, unread, that the try has reached the service. */
async function textOf(body: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += Buffer.byteLength(chunk);
    if (bytes > maxBodyBytes) return '';
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString();
}
