import { scenarios } from '../payments/scenarios.ts';
import { cardBrand, testCards } from '../three-ds/test-cards.ts';
import { html, type Html } from '../web/html.ts';

const brandNames = { visa: 'Visa', mastercard: 'Mastercard', elo: 'Elo', amex: 'Amex' } as const;

/** Lists what the 3DS provider and the payments service can do; each button fills the form. */
export function scenarioLists(): Html {
  return html`
    <section aria-labelledby="cards-title">
      <h2 id="cards-title">Cartões 3DS</h2>
      <p class="lead">Um clique preenche o formulário. O número decide a autenticação.</p>
      <ul class="cards">
        ${testCards.map(
          ({ title, numbers }) =>
            html`<li>
              <span>${title}</span>
              <span class="chips">${numbers.map((number) => cardButton(number, title))}</span>
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

function cardButton(number: string, title: string): Html {
  const brand = brandNames[cardBrand(number) ?? 'visa'];
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
