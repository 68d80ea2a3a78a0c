import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

const unavailableRetrySeconds = 5;

/** Answers with a refusal's problem, which caches must not store. */
export function sendRefusal(
  reply: FastifyReply,
  { problem, retryAfterSeconds }: Refusal,
): FastifyReply {
  if (problem.status === 503) reply.header('Retry-After', unavailableRetrySeconds);
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  return reply
    .code(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(problem);
}

/** Unexpected errors become `internal`. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  switch (status) {
    case 400:
      return new Refusal('malformed_body');
    case 403:
    case 404:
      return new Refusal('not_found');
    case 413:
      return new Refusal('body_too_large');
    case 415:
      return new Refusal('unsupported_media_type');
    default:
      return new Refusal(isClientError(status) ? 'bad_request' : 'internal');
  }
}

function isClientError(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500;
}

/** A postback with an undecodable address is answered like any other. */
export function answerUndecodable(request: FastifyRequest, reply: FastifyReply): void {
  if (isPostback(request)) acknowledge(reply);
  else sendRefusal(reply, new Refusal('not_found'));
}

function isPostback({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && /^[^?#]*\/api\/postback\//.test(url);
}

export function acknowledge(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'no-store').send({});
}
