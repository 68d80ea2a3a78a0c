import { cartTotal, type CartLine } from './catalogue.ts';
import { html, type Html } from '../web/html.ts';
import { formatCentavos } from '../web/money.ts';
import { masthead, pageHead } from './frame.ts';
import { scenarioLists } from './scenario-list.ts';
import type { ShopQuery } from './query.ts';

/** What the page shows. */
export interface ShopPageOptions {
  proxyUrl: string;
  paymentsUrl: string;
  fraudScriptUrl: string;
  query: ShopQuery;
  cart: readonly CartLine[];
  /** The signed order. */
  order: string;
}

/** Writes the demo shop's page; it listens before the element is there, so that no event is missed. */
export function shopPage(options: ShopPageOptions): Html {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        ${pageHead('Finalizar compra')}
        <script type="module" src="/assets/shop.js"></script>
        <script type="module" src="${options.proxyUrl}/widget/card-checkout.js"></script>
      </head>
      <body>
        ${masthead('/')}
        <div class="layout">
          <main>
            <h1>Finalizar compra</h1>
            ${cartSection(options.cart)} ${paymentSection(options)}
          </main>
          <aside class="workbench" aria-label="Cenários">${scenarioLists()}</aside>
          <aside class="workbench live" aria-label="Ao vivo">${liveLists()}</aside>
        </div>
      </body>
    </html>`;
}

function liveLists(): Html {
  return html`
    <section aria-labelledby="events-title">
      <h2 id="events-title">Eventos</h2>
      <ol id="events" class="log" role="log" aria-labelledby="events-title" tabindex="0"></ol>
    </section>
    <section aria-labelledby="ledger-title">
      <h2 id="ledger-title">Ledger <output id="ledger-total"></output></h2>
      <ol id="ledger" class="log" aria-labelledby="ledger-title" tabindex="0"></ol>
    </section>
    <section aria-labelledby="notices-title">
      <h2 id="notices-title">Avisos</h2>
      <p class="lead">Postbacks e alarmes, como o webhook da loja os recebe.</p>
      <ol id="notices" class="log" aria-labelledby="notices-title" tabindex="0"></ol>
    </section>
  `;
}

function cartSection(cart: readonly CartLine[]): Html {
  return html`<section class="card" aria-labelledby="cart-title">
    <h2 id="cart-title">Seu carrinho</h2>
    <ul class="cart" data-items="${JSON.stringify(cart.map(cartItem))}">
      ${cart.map(cartLine)}
    </ul>
    <p class="total">
      <span>Total</span> <strong id="total">${formatCentavos(cartTotal(cart))}</strong>
    </p>
  </section>`;
}

/** Writes a line as the element's `cart` wants it. */
function cartItem({ name, quantity, unitPriceCentavos }: CartLine) {
  return { name, quantity, unitPriceCentavos };
}

function cartLine({ name, detail, picture, quantity, unitPriceCentavos }: CartLine): Html {
  return html`<li>
    <img src="/assets/pictures/${picture}.svg" alt="" width="56" height="56" />
    <span class="item">
      <strong>${name}</strong>
      <small>${detail}${quantity > 1 ? ` · ${quantity} unidades` : ''}</small>
    </span>
    <span class="price">${formatCentavos(quantity * unitPriceCentavos)}</span>
  </li>`;
}

function paymentSection({
  proxyUrl,
  paymentsUrl,
  fraudScriptUrl,
  query,
  order,
}: ShopPageOptions): Html {
  return html`<section class="card" aria-labelledby="payment-title">
    <h2 id="payment-title">Pagamento</h2>
    <card-checkout
      proxy-url="${proxyUrl}"
      order="${order}"
      ${attribute('locale', query.locale)}
      ${attribute('three-ds', query['three-ds'])}
      ${attribute('kinds', query.kinds)}
      ${attribute('api-url', query.fault && `${paymentsUrl}/_fault/${query.fault}`)}
      ${attribute('fraud-script-url', query.fraud && `${fraudScriptUrl}&mode=${query.fraud}`)}
    ></card-checkout>
  </section>`;
}

function attribute(name: string, value: string | undefined): Html | undefined {
  return value === undefined ? undefined : html`${name}="${value}"`;
}
