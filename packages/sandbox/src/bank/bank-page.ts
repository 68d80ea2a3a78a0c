import staticFiles from '@fastify/static';
import { z } from 'zod';
import { publicFolder } from '../public-files.ts';
import type { Authentication, Authentications } from '../three-ds/authentication.ts';
import { createServer, listen, type Address, type Service } from '../web/service.ts';
import { challengePage, resultPage, unknownChallengePage } from './bank-views.ts';

interface BankOptions extends Address {
  authentications: Authentications;
  /** The shop's name as the cardholder sees it. */
  merchantName: string;
}

/** The code that the bank would have sent by SMS. */
const rightCode = '1234';

const Query = z.object({ transaction: z.string(), origin: z.url() });
const Answer = z.object({ action: z.enum(['confirm', 'cancel']), code: z.string().default('') });

/** Starts the issuer's access control server: the page of the challenge, and its answer. */
export async function startBank({
  authentications,
  merchantName,
  ...address
}: BankOptions): Promise<Service> {
  const app = createServer();
  await app.register(staticFiles, { root: publicFolder('bank'), prefix: '/assets/' });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get('/challenge', async ({ query }, reply) => {
    const found = find(query);
    reply.type('text/html').code(found ? 200 : 404);
    return (found ? challengePage(found.authentication, merchantName) : unknownChallengePage())
      .text;
  });

  app.post('/challenge', async ({ query, body }, reply) => {
    const found = find(query);
    const answer = Answer.safeParse(body).data;
    reply.type('text/html').code(found && answer ? 200 : 404);
    if (!found || !answer) return unknownChallengePage().text;
    const isRight = answer.action === 'confirm' && answer.code.trim() === rightCode;
    found.authentication.challenge ??= isRight ? 'passed' : 'failed';
    return resultPage(found.authentication, found.origin).text;
  });

  return listen(app, address);

  function find(query: unknown): { authentication: Authentication; origin: string } | undefined {
    const { transaction = '', origin = '' } = Query.safeParse(query).data ?? {};
    const authentication = authentications.get(transaction);
    return authentication && { authentication, origin };
  }
}
