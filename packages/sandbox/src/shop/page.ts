import { testCards, threeDSScenarios } from '../three-ds/test-cards.ts';
import { html, type Html } from '@card-checkout/contract/html';
import { formatCentavos } from '../web/money.ts';
import { cartTotal, fillCart, type CartLine } from './catalogue.ts';
import { framedPage, type Place } from './frame.ts';
import type { ShopQuery } from './order.ts';
import { texts, type Texts } from './texts/texts.ts';

interface ShopPageOptions {
  place: Place;
  proxyUrl: string;
  /** How many journal entries are older than the page. */
  from: number;
  query: ShopQuery;
  order: string;
}

export function shopPage(options: ShopPageOptions): Html {
  const { place, query } = options;
  const said = texts[place.language];
  return framedPage({
    place,
    title: said.title,
    head: html`<script type="module" src="/assets/shop.js"></script>`,
    widgetUrl: widgetUrl(options),
    columns: html`<div class="layout">
      <main>
        <h1>${said.title}</h1>
        ${cartSection(fillCart(query.amount), options)} ${paymentSection(options)}
      </main>
      <aside class="workbench live" aria-label="${said.panel.title}">
        ${stepsSection(options, said)}
      </aside>
      <aside class="workbench" aria-label="${said.scenarios}">${scenarioLists(query, said)}</aside>
    </div>`,
  });
}

function widgetUrl({ query, proxyUrl }: ShopPageOptions): string {
  return `${proxyUrl}/widget/${query.form === 'isolated' ? 'isolated' : 'card-checkout'}.js`;
}

/** The payment's steps; public/shop/steps.js fills the list. */
function stepsSection({ from, place, query }: ShopPageOptions, { panel, steps }: Texts): Html {
  return html`<section aria-labelledby="steps-title">
    <h2 id="steps-title">${panel.title} <output id="charged"></output></h2>
    <p class="lead">${panel.lead}</p>
    <ol
      id="steps"
      class="log"
      aria-live="polite"
      aria-labelledby="steps-title"
      tabindex="0"
      data-empty="${panel.empty}"
      data-from="${from}"
      data-order="${query.order}"
      data-texts="${JSON.stringify(steps)}"
    ></ol>
    <p class="lead">
      <a href="/orders/${query.order}?lang=${place.language}">${panel.order}</a>
    </p>
  </section>`;
}

function cartSection(cart: readonly CartLine[], { place: { language } }: ShopPageOptions): Html {
  const said = texts[language].cart;
  const named = cart.map((line) => {
    const [name = '', detail = ''] = said[line.picture];
    return { ...line, name, detail };
  });
  return html`<section class="card" aria-labelledby="cart-title">
    <h2 id="cart-title">${said.title}</h2>
    <ul class="cart" data-items="${JSON.stringify(named)}">
      ${named.map(
        ({ name, detail, picture, quantity, unitPriceCentavos }) =>
          html`<li>
            <img src="/assets/pictures/${picture}.svg" alt="" width="56" height="56" />
            <span class="item"><strong>${name}</strong> <small>${detail}</small></span>
            <span class="price">${formatCentavos(quantity * unitPriceCentavos, language)}</span>
          </li>`,
      )}
    </ul>
    <p class="total">
      <span>Total</span> <strong id="total">${formatCentavos(cartTotal(cart), language)}</strong>
    </p>
  </section>`;
}

function paymentSection(options: ShopPageOptions): Html {
  const { proxyUrl, query, order, place } = options;
  const { title, forms } = texts[place.language].payment;
  const named = Object.entries({
    'proxy-url': proxyUrl,
    order,
    brands: 'visa mastercard elo amex',
    locale: query.locale,
    'three-ds': query['three-ds'],
    kinds: query.kinds,
    ask: query.ask && 'email phone address',
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => html` ${name}="${value}"`);
  const child = query.form === 'isolated' ? frameOf(proxyUrl) : pixLink(place);
  return html`<section class="card" aria-labelledby="payment-title">
    <div class="title">
      <h2 id="payment-title">${title}</h2>
      <nav aria-label="${forms}">
        ${formLink('isolated', options)} ${formLink('ordinary', options)}
      </nav>
    </div>
    <card-checkout ${named}>${child}</card-checkout>
  </section>`;
}

/** The isolated form's frame, which loads while its script does. */
function frameOf(proxyUrl: string): Html {
  return html`<iframe
    slot="frame"
    src="${proxyUrl}/widget/frame"
    allow="payment *; publickey-credentials-get *; otp-credentials *"
    hidden
  ></iframe>`;
}

/** Offers another way to pay; the isolated form has the proxy's `DECLINED_URL` instead. */
function pixLink({ language }: Place): Html {
  const href = `/pix?lang=${language}`;
  return html`<p slot="declined"><a href="${href}">${texts[language].pix.title}</a></p>`;
}

function formLink(form: ShopQuery['form'], { place: { language }, query }: ShopPageOptions) {
  const name = texts[language].payment[form];
  const current = form === query.form ? html`aria-current="page"` : undefined;
  return html`<a href="?lang=${language}&form=${form}" ${current}>${name}</a>`;
}

/** Lists the scenarios of the 3DS provider and the payments API; each button fills the form. */
function scenarioLists({ form }: ShopQuery, { cards, service, names }: Texts): Html {
  return html`
    <section aria-labelledby="cards-title">
      <h2 id="cards-title">${cards.title}</h2>
      <p class="lead">${form === 'isolated' ? cards.copy : cards.click} ${cards.lead}</p>
      <ul class="cards">
        ${threeDSScenarios.map(
          (scenario) =>
            html`<li>
              <span>${cards[scenario]}</span>
              <span class="chips">
                ${Object.entries(testCards[scenario]).map(([brand, number]) =>
                  cardButton(brand, number, cards[scenario]),
                )}
              </span>
            </li>`,
        )}
      </ul>
    </section>
    <section aria-labelledby="names-title">
      <h2 id="names-title">${service.title}</h2>
      <p class="lead">${service.lead}</p>
      <ul class="choices">
        ${Object.entries<readonly string[]>(names).map(
          ([name, [title, behavior, result]]) =>
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
