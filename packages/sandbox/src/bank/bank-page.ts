import staticFiles from '@fastify/static';
import { z } from 'zod';
import { publicFolder } from '../public-files.ts';
import { judge, type Authentication, type Authentications } from '../three-ds/authentication.ts';
import { html, type Html } from '@card-checkout/contract/html';
import { formatCentavos } from '../web/money.ts';
import type { Journal } from '../web/journal.ts';
import { createServer, listen, type Address, type Service } from '../web/service.ts';

interface BankOptions extends Address {
  authentications: Authentications;
  journal: Journal;
  merchantName: string;
}

const rightCode = '1234';

const Query = z.object({ transaction: z.string(), origin: z.url() });
const Answer = z.object({ action: z.enum(['confirm', 'cancel']), code: z.string().default('') });

/** Starts the issuer's access control server, which serves the challenge and takes the answer. */
export async function startBank({
  authentications,
  journal,
  merchantName,
  ...address
}: BankOptions): Promise<Service> {
  const app = createServer();
  const root = [publicFolder('bank'), publicFolder('base')];
  await app.register(staticFiles, { root, prefix: '/assets/' });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );

  app.route({
    method: ['GET', 'POST'],
    url: '/challenge',
    handler: ({ method, query, body }, reply) => {
      reply.type('text/html').header('cache-control', 'no-store');
      const { transaction = '', origin = '' } = Query.safeParse(query).data ?? {};
      const authentication = authentications.get(transaction);
      const answer = Answer.safeParse(body).data;
      if (authentication && method === 'GET') {
        journal.note('bank.asks');
        return reply.send(challengePage(authentication, merchantName).text);
      }
      if (!authentication || !answer)
        return reply.code(404).send(page('Nada a confirmar', html`<h1>Nada a confirmar</h1>`).text);
      const isRight = answer.action === 'confirm' && answer.code.trim() === rightCode;
      authentication.challenge ??= isRight ? 'passed' : 'failed';
      journal.note(`bank.${authentication.challenge}`);
      return reply.send(resultPage(authentication, origin).text);
    },
  });
  return listen(app, address);
}

function challengePage({ amountCentavos, last4 }: Authentication, merchantName: string): Html {
  const details = { Loja: merchantName, Valor: formatCentavos(amountCentavos) };
  const rows = Object.entries({ ...details, Cartão: `final ${last4}` }).map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  );
  return page(
    'Confirme sua compra',
    html`
      <h1>Confirme sua compra</h1>
      <dl>${rows}</dl>
      <form method="post">
        <label for="code">Código SMS</label>
        <input
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="8"
          required
          aria-describedby="hint"
        />
        <p id="hint">Enviamos um código ao seu celular. Nesta demonstração, ele é 1234.</p>
        <button name="action" value="confirm">Confirmar</button>
        <button class="quiet" name="action" value="cancel" formnovalidate>Cancelar</button>
      </form>
    `,
  );
}

function resultPage(authentication: Authentication, origin: string): Html {
  const isAuthenticated = judge(authentication).Status === 'AUTHENTICATED';
  return page(
    'Pronto',
    html`
      <p
        id="result"
        role="status"
        data-transaction-id="${authentication.transactionId}"
        data-action-code="${isAuthenticated ? 'SUCCESS' : 'FAILURE'}"
        data-origin="${origin}"
      >
        Voltando à loja…
      </p>
      <script src="/assets/result.js"></script>
    `,
  );
}

function page(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Banco Ipê</title>
        <link rel="stylesheet" href="/assets/base.css" />
        <link rel="stylesheet" href="/assets/bank.css" />
      </head>
      <body>
        <header><strong>Banco Ipê</strong></header>
        <main>${content}</main>
      </body>
    </html>`;
}
