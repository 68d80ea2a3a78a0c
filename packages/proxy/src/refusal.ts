import {
  problems,
  type InputFields,
  type Problem,
  type ProblemCode,
  type ProofOfWorkChallenge,
} from '@card-checkout/contract';
import type { FastifyReply } from 'fastify';

/** Says more about a refusal; `detail` names members of the request, never their values. */
export interface RefusalDetails {
  detail?: string;
  fields?: InputFields;
  challenge?: ProofOfWorkChallenge;
}

/** Ends a request that starts no attempt; it becomes `application/problem+json` (RFC 9457). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;

  constructor(code: ProblemCode, details: RefusalDetails = {}) {
    super(problems[code].title);
    this.problem = { type: `urn:card-checkout:${code}`, ...problems[code], code, ...details };
  }
}

/**
 * How long whoever met a limit is asked to stay away, in seconds (RFC 9110, 10.2.3). It is the same
 * for every limit, so that a card tester does not learn which one it met.
 */
const comeBackAfterSeconds = 60;

/** When to ask again where nothing but the moment was wrong (503), in seconds. */
const retryAfterSeconds = 5;

/** Answers with the problem of a refusal; no answer of this kind may be cached. */
export function sendRefusal(reply: FastifyReply, { problem }: Refusal): FastifyReply {
  if (problem.status === 503) reply.header('Retry-After', retryAfterSeconds);
  if (problem.code === 'too_many_requests') reply.header('Retry-After', comeBackAfterSeconds);
  return reply
    .code(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(problem);
}

/** Turns what Fastify and its plugins throw into a refusal; anything unforeseen is `internal`. */
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
