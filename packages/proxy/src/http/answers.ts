import type { ProblemCode } from '@card-checkout/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { EventLog } from '../telemetry/log.ts';
import { givenKeyOf } from './guards.ts';

const unavailableRetrySeconds = 5;

/** Answers every error as a problem. */
export function answerWithProblems(app: FastifyInstance, log: EventLog): void {
  app.setErrorHandler((error, request, reply) =>
    sendRefusal(reply, refusalOf(error, request, log)),
  );
}

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

/** How we name the errors of Fastify and its plugins. */
const codesByStatus: ReadonlyMap<number, ProblemCode> = new Map([
  [400, 'malformed_body'],
  [403, 'not_found'],
  [404, 'not_found'],
  [413, 'body_too_large'],
  [415, 'unsupported_media_type'],
]);

/** Returns the refusal of a request that failed, logged and counted. */
export function refusalOf(error: unknown, request: FastifyRequest, log: EventLog): Refusal {
  const refusal = error instanceof Refusal ? error : refusalOfFailure(error);
  const { code } = refusal.problem;
  const { reason } = refusal;
  const route = request.routeOptions.url;
  log.metrics.count('refusals_total', code);
  log.emit('request_refused', { payment: givenKeyOf(request), code, reason, route });
  if (code === 'internal') log.emit('unexpected_error', { error });
  return refusal;
}

function refusalOfFailure(error: unknown): Refusal {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const isByClient = status >= 400 && status < 500;
  return new Refusal(codesByStatus.get(status) ?? (isByClient ? 'bad_request' : 'internal'));
}

/** A postback with an undecodable address is answered like any other. */
export function answerUndecodable(request: FastifyRequest, reply: FastifyReply): void {
  const isPostback = request.method === 'POST' && /^[^?#]*\/api\/postback\//.test(request.url);
  if (isPostback) acknowledge(reply);
  else sendRefusal(reply, new Refusal('not_found'));
}

export function acknowledge(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'no-store').send({});
}
