import { hash, timingSafeEqual } from 'node:crypto';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import { CheckoutRequest, orderHeader } from '@card-checkout/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { z } from 'zod';
import { Refusal } from '../refusal.ts';
import type { Shutdown } from '../checkout/shutdown.ts';

type Guard = (request: FastifyRequest, reply: FastifyReply) => void;

/** Runs guards in their order, in one hook that waits for nothing. */
export function inTurn(...guards: Guard[]): onRequestHookHandler {
  return (request, reply, done) => {
    for (const guard of guards) guard(request, reply);
    done();
  };
}

/** The maximum number of headers, as Apache's `LimitRequestFields`. */
const maxHeaders = 100;

/**
 * Refuses a request that a server in front may have parsed differently, and closes its connection:
 * a transfer coding other than `chunked`, any transfer coding in HTTP/1.0 (RFC 9112, 6.1), not exactly
 * one host (RFC 9112, 3.2), or too many headers. It is async because Node's parser refuses some of
 * these a moment later, and a synchronous hook would answer them twice.
 */
export async function refuseAmbiguous({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { httpVersion, headers, rawHeaders } = raw;
  const coding = headers['transfer-encoding']?.toLowerCase();
  const isFramed = coding === undefined || (coding === 'chunked' && httpVersion !== '1.0');
  // Two Host headers arrive joined by a comma.
  const hasHost =
    headers.host === undefined ? httpVersion !== '1.1' : /^[^\s,/?#@]*$/.test(headers.host);
  if (isFramed && hasHost && rawHeaders.length <= 2 * maxHeaders) return;
  reply.header('Connection', 'close');
  throw new Refusal('bad_request');
}

export function refuseWhenDraining(shutdown: Shutdown): Guard {
  return () => {
    if (shutdown.draining) throw new Refusal('draining');
  };
}

const maxRunningAttempts = 2000;
const maxShareOfMemory = 0.9;

/**
 * Refuses new attempts while the event loop is late, memory is nearly full, or too many attempts are
 * running. Measures the process every second. `maxEventLoopDelay` is that second's average in
 * milliseconds; 0 allows any.
 */
export async function refuseWhenOverloaded(
  app: FastifyInstance,
  maxEventLoopDelay: number,
  checkout: { readonly running: number },
): Promise<Guard> {
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes: maxShareOfMemory * getHeapStatistics().heap_size_limit,
    // The container's limit (cgroup), or a huge number.
    maxRssBytes: maxShareOfMemory * process.constrainedMemory(),
    // The plugin itself refuses nothing, so that this guard refuses new attempts only.
    pressureHandler: () => undefined,
  });
  return () => {
    if (app.isUnderPressure() || checkout.running >= maxRunningAttempts)
      throw new Refusal('overloaded');
  };
}

/**
 * Refuses pages of other origins; CORS alone would only stop them from reading the answer. A page of
 * the proxy's own origin passes, which is the frame of the isolated form: browsers say so in
 * `Sec-Fetch-Site`, and omit `Origin` for a GET.
 */
export function refuseForeignOrigin(allowedOrigins: readonly string[]): Guard {
  return ({ method, headers }) => {
    const { origin } = headers;
    if (origin === undefined && method !== 'POST') return;
    if (headers['sec-fetch-site'] === 'same-origin') return;
    if (origin === undefined || !allowedOrigins.includes(origin)) {
      throw new Refusal('origin_not_allowed', { reason: `origin: ${origin?.slice(0, 200)}` });
    }
  };
}

/**
 * Refuses requests that no page's script has sent: links, forms, frames, typed addresses, and callers
 * without Fetch Metadata. Every supported browser sends these headers, which pages cannot
 * set (W3C, Fetch Metadata), except to `http://` addresses of other machines.
 */
export function requireScript({ headers }: FastifyRequest): void {
  const isScript = scriptMetadata.every(([name, values]) => values.includes(String(headers[name])));
  if (!isScript) throw new Refusal('not_from_a_page', { detail: notFromAPage });
}

const notFromAPage =
  'Sec-Fetch-Site, Sec-Fetch-Mode and Sec-Fetch-Dest are missing or are not those of fetch(). ' +
  'Browsers send them to https:// addresses and their own machine only; web servers must pass them on';

const scriptMetadata: [string, string[]][] = [
  ['sec-fetch-site', ['same-origin', 'same-site', 'cross-site']],
  ['sec-fetch-mode', ['cors', 'same-origin']],
  ['sec-fetch-dest', ['empty']],
];

/** Throws `idempotency_key_missing`. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = givenKeyOf(request);
  if (key === undefined) throw new Refusal('idempotency_key_missing');
  return key;
}

/** Returns the idempotency key in lower case, or `undefined` unless it is a UUID. */
export function givenKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && isUuid(key) ? key.toLowerCase() : undefined;
}

/** Throws `bad_request` without a token. */
export function orderTokenOf({ headers }: FastifyRequest): string {
  const token = headers[orderHeader.toLowerCase()];
  if (typeof token === 'string') return token;
  throw new Refusal('bad_request', { detail: `${orderHeader} must be an order token` });
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/**
 * Leaves JSON as the only media type of a body, and refuses members that would change prototypes.
 * Nesting needs no limit of its own: the deepest body of 16 KiB takes about 2 ms, a flat one 1 ms.
 */
export function acceptOnlyJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  const parser = api.getDefaultJsonParser('error', 'error');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, parser);
}

/** Throws `malformed_body` with the path of the first fault, never a value. */
export function checkoutRequestOf(body: unknown): CheckoutRequest {
  const parsed = CheckoutRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Refusal('malformed_body', { detail: detailOf(parsed.error) });
}

function detailOf(error: z.ZodError): string {
  const issue = error.issues[0];
  const place = issue?.path.join('.') || 'the body';
  return issue?.code === 'unrecognized_keys'
    ? `${place} has an unknown member`
    : `${place} is missing or has the wrong type or length`;
}

/** Takes the same time wherever the texts differ, whatever their lengths. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'));
}
