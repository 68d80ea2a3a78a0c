import { judge, type Authentication } from '../three-ds/authentication.ts';
import { html, type Html } from '../web/html.ts';
import { formatCentavos } from '../web/money.ts';

/** Asks the cardholder for the code. */
export function challengePage(
  { amountCentavos, last4 }: Authentication,
  merchantName: string,
): Html {
  return page(
    'Confirme sua compra',
    html`
      <h1>Confirme sua compra</h1>
      <dl>
        <div>
          <dt>Loja</dt>
          <dd>${merchantName}</dd>
        </div>
        <div>
          <dt>Valor</dt>
          <dd class="amount">${formatCentavos(amountCentavos)}</dd>
        </div>
        <div>
          <dt>Cartão</dt>
          <dd>final ${last4}</dd>
        </div>
      </dl>
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

/** Tells the page around it that the challenge is over. */
export function resultPage(authentication: Authentication, origin: string): Html {
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

/** Says that there is nothing to confirm. */
export function unknownChallengePage(): Html {
  return page('Nada a confirmar', html`<h1>Nada a confirmar</h1>`);
}

function page(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Banco Ipê</title>
        <link rel="stylesheet" href="/assets/bank.css" />
      </head>
      <body>
        <header>
          <span class="mark" aria-hidden="true"></span>
          <strong>Banco Ipê</strong>
        </header>
        <main>${content}</main>
      </body>
    </html>`;
}
