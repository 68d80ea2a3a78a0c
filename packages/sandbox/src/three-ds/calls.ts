import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { judge, type Authentications } from './authentication.ts';
import { beginAuthentication, enrollAnswer, type EnrollFields } from './enroll.ts';
import type { BoundOrder, TokenStore } from './tokens.ts';

/** What the calls share with the services around them. */
export interface ThreeDSCallsOptions {
  tokens: TokenStore;
  authentications: Authentications;
  /** Where challenges are answered. */
  bankUrl: string;
}

const scalar = z.union([z.string().min(1), z.number()]).transform(String);
const InitBody = z.object({ orderNumber: scalar, currency: scalar, amount: scalar });
const Fields = z.record(z.string(), scalar.catch(''));

const unauthorized = { Message: 'Authorization has been denied for this request.' };
const otherOrder = { Message: 'The order differs from the one at init.' };

/** Serves init, enroll and validate; a token goes through each of them once, in this order. */
export function serveThreeDSCalls(
  app: FastifyInstance,
  { tokens, authentications, bankUrl }: ThreeDSCallsOptions,
): void {
  app.post('/v2/3ds/init', (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    if (tokens.find(token)?.step !== 'issued') return reply.code(401).send(unauthorized);
    const order = InitBody.safeParse(request.body).data;
    if (!order) return reply.code(400).send({ Message: 'The order is incomplete.' });
    tokens.move(token, { step: 'initiated', order });
    return reply.send({ Token: randomUUID(), ReferenceId: randomUUID() });
  });

  app.post('/v2/3ds/enroll', (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    const state = tokens.find(token);
    if (state?.step !== 'initiated') return reply.code(401).send(unauthorized);
    const fields = Fields.safeParse(request.body).data ?? {};
    if (!isSameOrder(fields, state.order)) return reply.code(403).send(otherOrder);
    const begun = beginAuthentication(fields);
    if ('Status' in begun) return reply.send(begun);
    tokens.move(token, { step: 'enrolled', authentication: begun });
    authentications.set(begun.transactionId, begun);
    return reply.send(enrollAnswer(begun, bankUrl));
  });

  app.post('/v2/3ds/validate', (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    const state = tokens.find(token);
    if (state?.step !== 'enrolled') return reply.code(401).send(unauthorized);
    tokens.move(token, { step: 'spent' });
    return reply.send(judge(state.authentication));
  });
}

function bearerToken(authorization = ''): string {
  return authorization.replace(/^Bearer /, '');
}

function isSameOrder(fields: EnrollFields, order: BoundOrder): boolean {
  return (
    fields['ordernumber'] === order.orderNumber &&
    fields['currency'] === order.currency &&
    fields['totalamount'] === order.amount
  );
}
