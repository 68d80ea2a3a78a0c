import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { publicFolder } from '../public-files.ts';
import { createServer, listen, type Address, type Service } from '../web/service.ts';
import {
  beginAuthentication,
  enrollAnswer,
  judge,
  type Authentications,
  type TokenStore,
} from './authentication.ts';

interface ProviderOptions extends Address {
  tokens: TokenStore;
  authentications: Authentications;
  bankUrl: string;
}

const scalar = z.union([z.string().min(1), z.number()]).transform(String);
const BoundOrder = z
  .object({ orderNumber: scalar, currency: scalar, amount: scalar })
  .transform(({ orderNumber, currency, amount }) => orderText(orderNumber, currency, amount));
const Fields = z.record(z.string(), scalar.catch(''));

const unauthorized = { Message: 'Authorization has been denied for this request.' };

/** Starts a 3DS provider with the script and endpoints of Cielo's MPI. */
export async function startThreeDSProvider(options: ProviderOptions): Promise<Service> {
  const app = createServer();
  await app.register(cors, { origin: '*' });
  await app.register(staticFiles, { root: publicFolder('three-ds'), serve: false, maxAge: '1h' });
  app.get('/Scripts/BP.Mpi.3ds21.min.js', (_request, reply) => reply.sendFile('mpi.js'));
  app.get('/songbird/v2.0.0/songbird.js', (_request, reply) => reply.sendFile('songbird.js'));
  serveCalls(app, options);
  return listen(app, options);
}

/** Serves init, enroll and validate; a token can be used once for each, in this order. */
function serveCalls(
  app: FastifyInstance,
  { tokens, authentications, bankUrl }: ProviderOptions,
): void {
  app.post('/v2/3ds/init', ({ headers, body }, reply) => {
    const token = bearerToken(headers.authorization);
    if (tokens.get(token)?.step !== 'issued') return reply.code(401).send(unauthorized);
    const order = BoundOrder.safeParse(body).data;
    if (!order) return reply.code(400).send({ Message: 'The order is incomplete.' });
    tokens.set(token, { step: 'initiated', order });
    return reply.send({ Token: randomUUID(), ReferenceId: randomUUID() });
  });

  app.post('/v2/3ds/enroll', ({ headers, body }, reply) => {
    const token = bearerToken(headers.authorization);
    const state = tokens.get(token);
    if (state?.step !== 'initiated') return reply.code(401).send(unauthorized);
    const fields = Fields.safeParse(body).data ?? {};
    const { ordernumber, currency, totalamount } = fields;
    if (orderText(ordernumber, currency, totalamount) !== state.order)
      return reply.code(403).send({ Message: 'The order differs from the one at init.' });
    const authentication = beginAuthentication(fields);
    if ('Status' in authentication) return reply.send(authentication);
    tokens.set(token, { step: 'enrolled', authentication });
    authentications.set(authentication.transactionId, authentication);
    return reply.send(enrollAnswer(authentication, bankUrl));
  });

  app.post('/v2/3ds/validate', ({ headers }, reply) => {
    const token = bearerToken(headers.authorization);
    const state = tokens.get(token);
    if (state?.step !== 'enrolled') return reply.code(401).send(unauthorized);
    tokens.set(token, { step: 'spent' });
    return reply.send(judge(state.authentication));
  });
}

function bearerToken(authorization = ''): string {
  return authorization.replace(/^Bearer /, '');
}

function orderText(...values: readonly (string | undefined)[]): string {
  return values.join(' ');
}
