import { scenarios } from '../payments/scenarios.ts';
import { testCards, threeDSScenarios } from '../three-ds/test-cards.ts';
import { html, type Html } from '../web/html.ts';
import { formatCentavos } from '../web/money.ts';
import { cartTotal, fillCart, type CartLine } from './catalogue.ts';
import { framedPage } from './frame.ts';
import type { ShopQuery } from './order.ts';

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
  const orderLink = html`<a href="/orders/${options.query.order}">Este pedido</a>`;
  return framedPage({
    path: '/',
    title: 'Finalizar compra',
    head: html`<script type="module" src="/assets/shop.js"></script>`,
    widgetUrl: widgetUrl(options),
    columns: html`<div class="layout">
      <main>
        <h1>Finalizar compra</h1>
        ${cartSection(fillCart(options.query.amount))} ${paymentSection(options)}
      </main>
      <aside class="workbench" aria-label="Cenários">${scenarioLists(options.query)}</aside>
      <aside class="workbench live" aria-label="Ao vivo">
        ${log('events', 'Eventos', html`aria-live="polite"`)}
        ${log('ledger', html`Ledger <output id="ledger-total"></output>`)}
        ${log('notices', html`Avisos <small>${orderLink} na loja</small>`)}
      </aside>
    </div>`,
  });
}

function widgetUrl({ query, proxyUrl }: ShopPageOptions): string {
  if (query.form) return `${proxyUrl}/widget/isolated.js`;
  return `${isFileLost(query) ? '/_shop/lost-widget' : `${proxyUrl}/widget`}/card-checkout.js`;
}

function isFileLost({ fault }: ShopQuery): boolean {
  return fault === 'file-lost';
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
    brands: 'visa mastercard elo amex',
    locale: query.locale,
    'three-ds': query['three-ds'],
    kinds: query.kinds,
    'api-url': isFileLost(query) ? undefined : query.fault && `${payments}/_fault/${query.fault}`,
    'fraud-script-url': query.fraud && `${fraudScript}&mode=${query.fraud}`,
  }).filter(([, value]) => value !== undefined);
  return html`<section class="card" aria-labelledby="payment-title">
    <div class="title">
      <h2 id="payment-title">Pagamento</h2>
      <nav aria-label="Formulário">${formLink('', query)} ${formLink('isolated', query)}</nav>
    </div>
    <card-checkout ${attributes.map(([name, value]) => html` ${name}="${value}"`)}></card-checkout>
  </section>`;
}

const forms = { '': 'Na página', isolated: 'Isolado' } as const;

/** Links to the same page with that form. */
function formLink(form: keyof typeof forms, query: ShopQuery): Html {
  const current = form === (query.form ?? '') ? html`aria-current="page"` : undefined;
  return html`<a href="?${form && `form=${form}`}" ${current}>${forms[form]}</a>`;
}

const cardTitles = {
  frictionlessPasses: 'Sem desafio, autenticado',
  frictionlessFails: 'Sem desafio, recusado',
  challengePasses: 'Desafio: 1234 autentica',
  challengeFails: 'Desafio que sempre falha',
  challengeUnavailable: 'Desafio indisponível',
  systemError: 'Erro no emissor',
  dataOnly: 'Data Only, não autenticado',
};

/** Lists what the 3DS provider and the payments service can do; each button fills the form. */
function scenarioLists({ form }: ShopQuery): Html {
  const click = form
    ? 'Um clique copia o texto, pois nenhum script da página alcança os campos.'
    : 'Um clique preenche o formulário.';
  return html`
    <section aria-labelledby="cards-title">
      <h2 id="cards-title">Cartões 3DS</h2>
      <p class="lead">${click} O número decide a autenticação.</p>
      <ul class="cards">
        ${threeDSScenarios.map(
          (scenario) =>
            html`<li>
              <span>${cardTitles[scenario]}</span>
              <span class="chips">
                ${Object.entries(testCards[scenario]).map(([brand, number]) =>
                  cardButton(brand, number, cardTitles[scenario]),
                )}
              </span>
            </li>`,
        )}
      </ul>
    </section>
    <section aria-labelledby="names-title">
      <h2 id="names-title">Serviço de pagamentos</h2>
      <p class="lead">O nome no cartão decide a resposta; o número escolhido acima continua.</p>
      <ul class="choices">
        ${Object.entries(scenarios).map(
          ([name, { title, behavior, result }]) =>
            html`<li>
              <button type="button" data-fill-name="${name}" aria-pressed="false">
                <strong>${title}</strong> <code>${name}</code>
                <span>${behavior} <em>${result}</em></span>
              </button>
            </li>`,
        )}
      </ul>
    </section>
  `;
}

function cardButton(brandId: string, number: string, title: string): Html {
  const brand = `${brandId[0]?.toUpperCase()}${brandId.slice(1)}`;
  const label = `${brand}: ${title}`;
  return html`<button
    type="button"
    data-fill-number="${number}"
    aria-pressed="false"
    aria-label="${label}"
  >
    ${brand}
  </button>`;
}
