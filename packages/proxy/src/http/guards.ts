import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

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

/**
 * Refuses pages of other origins; CORS alone would only stop them from reading the answer. A page of
 * the proxy's own origin passes, which is the frame of the isolated form: browsers say so in
 * `Sec-Fetch-Site`, and omit `Origin` for a GET.
 */
export function refuseForeignOrigin(allowedOrigins: readonly string[]) {
  return ({ method, headers }: FastifyRequest): void => {
    const { origin } = headers;
    if (origin === undefined && method !== 'POST') return;
    if (headers['sec-fetch-site'] === 'same-origin') return;
    if (origin === undefined || !allowedOrigins.includes(origin)) {
      throw new Refusal('origin_not_allowed', { reason: `origin: ${origin?.slice(0, 200)}` });
    }
  };
}

/** Returns the idempotency key in lower case, or `undefined` unless it is a UUID. */
export function givenKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && isUuid(key) ? key.toLowerCase() : undefined;
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

/** Takes the same time wherever the texts differ, whatever their lengths. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'));
}
