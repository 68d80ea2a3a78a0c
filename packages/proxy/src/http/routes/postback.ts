import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { EventLog } from '../../telemetry/log.ts';
import { tryOf } from '../../attempt/transition.ts';
import type { Announce } from '../../checkout/announce.ts';
import type { Checkout } from '../../checkout/checkout.ts';
import { repeatWhileFailing } from '../../checkout/repeat-while-failing.ts';
import type { Shutdown } from '../../checkout/shutdown.ts';
import type { AnswerRules } from '../../payments-api/answer.ts';
import { textOfBody, unpackedBody } from '../../upstream/body.ts';
import { readPostback } from '../../payments-api/postback.ts';
import { addressOf } from '../../sensitive/postback-token.ts';
import { Refusal } from '../../refusal.ts';
import { acknowledge } from '../answers.ts';
import type { Store } from '../../store/store.ts';
import { refuseTooManyRequests } from '../rate-limits.ts';

interface PostbackRouteOptions {
  store: Store;
  rules: Pick<AnswerRules, 'postback'>;
  checkout: Pick<Checkout, 'noteEvidence'>;
  announce: Announce;
  shutdown: Shutdown;
  log: EventLog;
}

const maxBodyBytes = 64 * 1024;

/** Unknown tokens per minute and address; each one beyond closes the client's connection. */
const maxMisses = 60;

/** How long a postback waits for a failing store: the payments API may post its proof only once. */
const waitMs = 10_000;

/** Reported doubts to remember: each raises one alarm in each process. */
const maxDoubts = 1000;

/** Postbacks that may wait for the store at once; each holds up to 64 kB. */
const maxWaiting = 1000;

/**
 * Receives postbacks. Answers `200 {}` for every token, so that guessing reveals nothing, and reads
 * the body only for a token that exists; answers 503 if the store keeps failing, so that the payments
 * API posts again.
 */
export async function postbackRoute(
  app: FastifyInstance,
  { store, rules, checkout, announce, shutdown, log }: PostbackRouteOptions,
): Promise<void> {
  let waiting = 0;
  const doubts = new LRUCache<string, true>({ max: maxDoubts });
  /** Repeats the work until a time; rejects with a `Refusal` if the store still fails then. */
  const storing = async <Result>(id: string, untilMs: number, work: () => Promise<Result>) => {
    const onError = (error: unknown) => log.emit('postback_delayed', { payment: id, error });
    const forMs = waiting < maxWaiting ? untilMs - performance.now() : 0;
    const steps = repeatWhileFailing(async () => ({ result: await work() }), {
      onError,
      forMs,
      shutdown,
    });
    waiting += 1;
    const stored = await shutdown.track(steps).finally(() => (waiting -= 1));
    if (stored) return stored.result;
    log.emit('postback_lost', { payment: id });
    throw new Refusal('overloaded');
  };
  const refuseMiss = await refuseTooManyRequests(app, maxMisses);
  // The service's content type isn't documented, and Fastify refuses malformed ones.
  app.addHook('onRequest', async ({ headers }) => void delete headers['content-type']);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const methods = ['GET', 'POST', 'PUT', 'PATCH'];
  const route = { method: methods, url: '/postback/*', exposeHeadRoute: false };
  app.route<{ Params: { '*': string } }>({
    ...route,
    handler: async (request, reply) => {
      const token = request.params['*'].replace(/\/$/, '');
      const untilMs = performance.now() + waitMs;
      const address = addressOf(token);
      if (address) checkout.noteEvidence(address);
      const id = address?.paymentId ?? '';
      const payment = address && (await storing(id, untilMs, async () => store.find(id)));
      if (!address || !payment || !tryOf(payment, address.tokenHash)) {
        log.emit('postback_unknown', {});
        // Node drains the body of an answered request, unless the connection closes.
        await refuseMiss(request).catch(() => void reply.header('Connection', 'close'));
        return acknowledge(reply);
      }
      const text = await textOf(request.raw);
      const query = /\?(.*)$/.exec(request.raw.url ?? '')?.[1] ?? '';
      const { alarm, ...posted } = readPostback(text === '' ? query : text, token, rules.postback);
      const doubt = alarm && posted.reason;
      const isNew = doubt !== undefined && !doubts.has(doubt);
      const record = async () =>
        store.recordPostback(address, { ...posted, ...(isNew && { alarm }) });
      const recorded = await storing(id, untilMs, record);
      if (doubt !== undefined) doubts.set(doubt, true);
      if (recorded) announce(recorded);
      return acknowledge(reply);
    },
  });
}

/**
 * Returns a body of up to 64 kB, `undefined` for one that is longer or can't be unpacked, or an empty
 * text for a broken one, which still proves that the payments API received the try. Drains longer
 * bodies: some clients read the answer only after sending everything.
 */
async function textOf(body: IncomingMessage): Promise<string | undefined> {
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
  if (bytes === 0) return '';
  // The hook above deletes a header of `headers`, not of these.
  const { headersDistinct: headers } = body;
  const whole = bytes > maxBodyBytes ? undefined : Buffer.concat(chunks);
  const unpacked = whole && unpackedBody(whole, headers, maxBodyBytes);
  return unpacked && textOfBody(unpacked, headers);
}
