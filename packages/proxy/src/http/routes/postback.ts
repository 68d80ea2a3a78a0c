import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import type { EventLog } from '../../telemetry/log.ts';
import type { PostbackAddress } from '../../attempt/attempt.ts';
import { tryOf } from '../../attempt/transition.ts';
import type { Announce } from '../../checkout/announce.ts';
import type { AnswerRules } from '../../payments-api/answer.ts';
import { textOfBody } from '../../payments-api/body.ts';
import { addressOf, readPostback } from '../../payments-api/postback.ts';
import { Refusal } from '../../refusal.ts';
import { acknowledge } from '../answers.ts';
import type { Store } from '../../store/store.ts';
import { refuseTooManyRequests } from '../rate-limits.ts';

interface PostbackRouteOptions {
  store: Store;
  rules: Pick<AnswerRules, 'words' | 'responseFields'>;
  announce: Announce;
  log: EventLog;
}

const maxBodyBytes = 64 * 1024;

/** Unknown tokens per minute and address; each one beyond closes the client's connection. */
const maxMisses = 60;

/**
 * Receives postbacks. Answers `200 {}` for every token, so that guessing reveals nothing, and reads
 * the body only for a token that exists; answers 503 if the store fails, so that the payments API
 * posts again.
 */
export async function postbackRoute(
  app: FastifyInstance,
  { store, rules, announce, log }: PostbackRouteOptions,
): Promise<void> {
  const lost = (error: unknown) => {
    log.postbackLost(error);
    throw new Refusal('overloaded');
  };
  const isKnown = async ({ attemptId, tokenHash }: PostbackAddress) => {
    const attempt = await store.find(attemptId).catch(lost);
    return attempt !== undefined && tryOf(attempt, tokenHash) !== undefined;
  };
  const refuseMiss = await refuseTooManyRequests(app, maxMisses);
  // The service's content type is not documented, and Fastify refuses malformed ones.
  app.addHook('onRequest', async ({ headers }) => void delete headers['content-type']);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.post<{ Params: { '*': string } }>('/postback/*', async (request, reply) => {
    const token = request.params['*'].replace(/\/$/, '');
    const address = addressOf(token);
    if (!address || !(await isKnown(address))) {
      log.postbackUnknown();
      // Node drains the body of an answered request, unless the connection closes.
      await refuseMiss(request).catch(() => void reply.header('Connection', 'close'));
      return acknowledge(reply);
    }
    const posted = readPostback(await textOf(request.raw), token, rules);
    const recorded = await store.recordPostback(address, posted).catch(lost);
    if (recorded) announce(recorded);
    return acknowledge(reply);
  });
}

/**
 * Returns a body of up to 64 kB, or an empty text for a longer or broken one, which still proves that
 * the payments API received the try. Drains longer bodies: some clients read the answer only
 * after sending everything.
 */
async function textOf(body: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  });
  try {
    await finished(body, { writable: false });
  } catch {
    return '';
  }
  if (bytes > maxBodyBytes) return '';
  // The hook above deletes a header of `headers`, not of these.
  return textOfBody(Buffer.concat(chunks), body.headersDistinct, maxBodyBytes);
}
