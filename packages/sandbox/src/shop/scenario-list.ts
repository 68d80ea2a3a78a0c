import type { CardBrand } from '../three-ds/card-brand.ts';
import { html, type Html } from '../web/html.ts';
import { scenarios } from '../payments/scenarios.ts';
import { testCards, type TestCards } from '../three-ds/test-cards.ts';

const brandNames: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  elo: 'Elo',
  amex: 'Amex',
};

/** Lists what the 3DS provider and the payments service can do; each button fills the form. */
export function scenarioLists(): Html {
  return html`
    <section aria-labelledby="cards-title">
      <h2 id="cards-title">Cartões 3DS</h2>
      <p class="lead">Um clique preenche o formulário. O número decide a autenticação.</p>
      <ul class="cards">
        ${testCards.map(cardRow)}
      </ul>
    </section>
    <section aria-labelledby="names-title">
      <h2 id="names-title">Serviço de pagamentos</h2>
      <p class="lead">O nome no cartão decide a resposta; o número escolhido acima continua.</p>
      <ul class="names">
        ${Object.entries(scenarios).map(
          ([name, { title, behaviour, result }]) =>
            html`<li>
              <button type="button" data-fill-name="${name}" aria-pressed="false">
                <strong>${title}</strong> <code>${name}</code>
                <span>${behaviour} <em>${result}</em></span>
              </button>
            </li>`,
        )}
      </ul>
    </section>
  `;
}

function cardRow({ title, numbers }: TestCards): Html {
  return html`<li>
    <span>${title}</span>
    <span class="chips">
      ${Object.entries(brandNames).map(([brand, brandName]) => {
        const number = new Map(Object.entries(numbers)).get(brand);
        return number === undefined ? html`` : chip(number, brandName, title);
      })}
    </span>
  </li>`;
}

function chip(number: string, brandName: string, title: string): Html {
  return html`<button
    type="button"
    data-fill-number="${number}"
    aria-pressed="false"
    aria-label="${brandName}: ${title}"
  >
    ${brandName}
  </button>`;
}
