import { html, type Html } from '../web/html.ts';
import { formatCentavos } from '../web/money.ts';
import { cartTotal, fillCart, type CartLine } from './catalogue.ts';
import { framedPage } from './frame.ts';
import type { ShopQuery } from './order.ts';
import { scenarioLists } from './scenario-list.ts';

interface ShopPageOptions {
  proxyUrl: string;
  payments: string;
  fraudScript: string;
  query: ShopQuery;
  /** The signed order. */
  order: string;
}

/** The checkout of the demo shop, with the scenarios and what happens beside it. */
export function shopPage(options: ShopPageOptions): Html {
  return framedPage({
    path: '/',
    title: 'Finalizar compra',
    head: html`<script type="module" src="/assets/shop.js"></script>`,
    widgetUrl: `${options.proxyUrl}/widget`,
    columns: html`<div class="layout">
      <main>
        <h1>Finalizar compra</h1>
        ${cartSection(fillCart(options.query.amount))} ${paymentSection(options)}
      </main>
      <aside class="workbench" aria-label="Cenários">${scenarioLists()}</aside>
      <aside class="workbench live" aria-label="Ao vivo">
        ${log('events', 'Eventos', html`aria-live="polite"`)}
        ${log('ledger', html`Ledger <output id="ledger-total"></output>`)}
        ${log('notices', html`Avisos <small>postbacks e alarmes do webhook da loja</small>`)}
      </aside>
    </div>`,
  });
}

function log(id: string, title: string | Html, attributes?: Html): Html {
  return html`<section aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    <ol id="${id}" class="log" ${attributes} aria-labelledby="${id}-title" tabindex="0"></ol>
  </section>`;
}

function cartSection(cart: readonly CartLine[]): Html {
  return html`<section class="card" aria-labelledby="cart-title">
    <h2 id="cart-title">Seu carrinho</h2>
    <ul class="cart" data-items="${JSON.stringify(cart)}">
      ${cart.map(cartLine)}
    </ul>
    <p class="total">
      <span>Total</span> <strong id="total">${formatCentavos(cartTotal(cart))}</strong>
    </p>
  </section>`;
}

function cartLine({ name, detail, picture, quantity, unitPriceCentavos }: CartLine): Html {
  return html`<li>
    <img src="/assets/pictures/${picture}.svg" alt="" width="56" height="56" />
    <span class="item"><strong>${name}</strong> <small>${detail}</small></span>
    <span class="price">${formatCentavos(quantity * unitPriceCentavos)}</span>
  </li>`;
}

function paymentSection(options: ShopPageOptions): Html {
  const { proxyUrl, payments, fraudScript, query, order } = options;
  const attributes = Object.entries({
    'proxy-url': proxyUrl,
    order,
    locale: query.locale,
    'three-ds': query['three-ds'],
    kinds: query.kinds,
    'api-url': query.fault && `${payments}/_fault/${query.fault}`,
    'fraud-script-url': query.fraud && `${fraudScript}&mode=${query.fraud}`,
  }).filter(([, value]) => value !== undefined);
  return html`<section class="card" aria-labelledby="payment-title">
    <h2 id="payment-title">Pagamento</h2>
    <card-checkout ${attributes.map(([name, value]) => html` ${name}="${value}"`)}></card-checkout>
  </section>`;
}
