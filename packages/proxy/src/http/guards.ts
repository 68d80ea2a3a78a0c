import { CheckoutRequest, proofOfWorkHeader } from '@card-checkout/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Refusal } from '../refusal.ts';
import type { Settlements } from '../checkout/waiters.ts';

/*
 * The guards of `POST /api/checkout/`, in the order of a request (contract section 3). Headers:
 * ambiguity, draining, overload, origin, Fetch Metadata, idempotency key, rate limits of address and
 * network. Then the body: its type and size (Fastify's own), its depth and syntax (`json-body.ts`),
 * its shape. Then the order, the values, a proof of work while the breaker is open, how many orders
 * the card was tried on (`checkout.ts`); a key that is known already is answered whatever these say.
 */

/** How many headers a request may have; as Apache's `LimitRequestFields`. */
const maxHeaders = 100;

/**
 * Refuses, and closes the connection of, a request that a server in front may have read in another
 * way: one with a transfer coding other than `chunked`, or any in HTTP/1.0 (RFC 9112, 6.1), without
 * exactly one host (RFC 9112, 3.2), or with more headers than anybody sends. What Node's parser
 * refuses comes before.
 */
export async function refuseAmbiguous({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { httpVersion, headers, rawHeaders } = raw;
  const coding = headers['transfer-encoding']?.toLowerCase();
  const isFramed = coding === undefined || (coding === 'chunked' && httpVersion !== '1.0');
  const hasHost = headers.host === undefined ? httpVersion !== '1.1' : isHost(headers.host);
  if (isFramed && hasHost && rawHeaders.length <= 2 * maxHeaders) return;
  reply.header('Connection', 'close');
  throw new Refusal('bad_request');
}

/** Tells whether a text can be a host and a port; two Host headers come as a list. */
function isHost(text: string): boolean {
  return /^[^\s,/?#@]*$/.test(text);
}

/** Refuses new attempts while the proxy stops. */
export function refuseWhenDraining(settlements: Settlements) {
  return async (): Promise<void> => {
    if (settlements.draining) throw new Refusal('draining');
  };
}

/** Refuses new attempts while the process has too much to do. */
export function refuseWhenOverloaded(isOverloaded: () => boolean) {
  return async (): Promise<void> => {
    if (isOverloaded()) throw new Refusal('overloaded');
  };
}

/**
 * Refuses pages of other origins, which CORS alone would only keep from reading the answer. A GET
 * without `Origin` passes, as browsers leave it out on pages of the proxy's own origin.
 */
export function refuseForeignOrigin(allowedOrigins: readonly string[]) {
  return async ({ method, headers: { origin } }: FastifyRequest): Promise<void> => {
    if (origin === undefined && method !== 'POST') return;
    if (origin === undefined || !allowedOrigins.includes(origin)) {
      throw new Refusal('origin_not_allowed');
    }
  };
}

/**
 * Refuses what no script has sent: a link, a form, a frame, an address that was typed. Every browser
 * that the element supports says so in headers that no page can set (W3C, Fetch Metadata), but for
 * `http://` addresses beyond its own machine; a caller that says nothing is refused.
 */
export async function requireScript({ headers }: FastifyRequest): Promise<void> {
  const isScript = saidOfScripts.every(([name, values]) => values.includes(String(headers[name])));
  if (!isScript) throw new Refusal('origin_not_allowed');
}

const saidOfScripts: [string, string[]][] = [
  ['sec-fetch-site', ['same-origin', 'same-site', 'cross-site']],
  ['sec-fetch-mode', ['cors', 'same-origin']],
  ['sec-fetch-dest', ['empty']],
];

/** Refuses a request whose `Idempotency-Key` is no UUID (RFC 9562). */
export async function requireIdempotencyKey(request: FastifyRequest): Promise<void> {
  idempotencyKeyOf(request);
}

/** Returns the idempotency key in lower case; refuses with `idempotency_key_missing`. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = givenKeyOf(request);
  if (key === undefined) throw new Refusal('idempotency_key_missing');
  return key;
}

/** Returns the idempotency key in lower case, if the request has one that is a UUID. */
export function givenKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && isUuid(key) ? key.toLowerCase() : undefined;
}

/** Returns the proof of work that a request brings, unread. */
export function proofOfWorkOf({ headers }: FastifyRequest): string | undefined {
  const proof = headers[proofOfWorkHeader.toLowerCase()];
  return typeof proof === 'string' ? proof : undefined;
}

/** Tells whether a text is a UUID of any version. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** Reads the body; refuses with `malformed_body` and the path of the first fault, never a value. */
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
