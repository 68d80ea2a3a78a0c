import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EventLog } from '../../telemetry/log.ts';
import type { Announce } from '../../checkout/announce.ts';
import type { AnswerRules } from '../../payments-api/answer.ts';
import { textOfBody } from '../../payments-api/body-text.ts';
import { addressOf, readPostback } from '../../payments-api/postback.ts';
import { Refusal } from '../../refusal.ts';
import type { Store } from '../../store/store.ts';

export interface PostbackRouteOptions {
  store: Store;
  rules: Pick<AnswerRules, 'words' | 'responseFields'>;
  announce: Announce;
  log: EventLog;
}

/** Whether a request targets the postback route, even if its token cannot be decoded. */
export function isPostback({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && /^[^?#]*\/api\/postback\//.test(url);
}

const maxBodyBytes = 64 * 1024;

/**
 * Receives postbacks. Answers `200 {}` for every token, so that guessing reveals nothing; answers 503
 * if the store fails, so that the payments service posts again.
 */
export async function postbackRoute(
  app: FastifyInstance,
  { store, rules, announce, log }: PostbackRouteOptions,
): Promise<void> {
  const lost = (error: unknown) => {
    log.postbackLost(error);
    throw new Refusal('overloaded');
  };
  // The service's content type is not documented, and Fastify refuses malformed ones.
  app.addHook('onRequest', async ({ headers }) => void delete headers['content-type']);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: IncomingMessage) =>
    textOf(body),
  );
  app.post<{ Params: { '*': string } }>('/postback/*', async ({ params, body }, reply) => {
    const token = params['*'].replace(/\/$/, '');
    const posted = readPostback(typeof body === 'string' ? body : '', token, rules);
    const recorded = await store.recordPostback(addressOf(token), posted).catch(lost);
    if (recorded) announce(recorded, 'postback');
    else log.postbackUnknown();
    return acknowledge(reply);
  });
}

/** Answers a postback with `200 {}`. */
export function acknowledge(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'no-store').send({});
}

/**
 * Returns a body of up to 64 kB, or an empty text for a longer or broken one, which still proves that
 * the payments service received the try. Drains longer bodies: some clients read the answer only
 * after sending everything.
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
  // The hook above deletes a header of `headers`, not of these.
  const { headersDistinct } = body;
  body.once('end', () => resolve(textOfBody(Buffer.concat(chunks), headersDistinct, maxBodyBytes)));
  body.once('error', () => resolve(''));
  return promise;
}
