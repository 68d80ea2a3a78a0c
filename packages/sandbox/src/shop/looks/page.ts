import { html, type Html } from '@card-checkout/contract/html';
import { framedPage } from '../frame.ts';
import parts from './parts.json' with { type: 'json' };
import { lookStates } from './states.ts';

interface LooksPageOptions {
  proxyUrl: string;
  /** Whether the element's texts load late, so that its outline shows. */
  isSlow: boolean;
}

export function looksPage({ proxyUrl, isSlow }: LooksPageOptions): Html {
  return framedPage({
    place: { url: '/looks', language: 'pt-BR' },
    title: 'Aparência',
    head: html`<link rel="stylesheet" href="/assets/looks/looks.css" />
      <script type="module" src="/assets/looks/looks.js"></script>`,
    widgetUrl: `${isSlow ? '/_shop/slow-widget' : `${proxyUrl}/widget`}/card-checkout.js`,
    columns: html`<div class="layout looks">
      <main>
        <h1>Aparência</h1>
        <!-- Portuguese is built in; only another language can be late. -->
        <div
          id="stage"
          class="card"
          data-proxy-url="${proxyUrl}"
          data-locale="${isSlow ? 'en' : 'pt-BR'}"
        ></div>
      </main>
      <aside class="workbench" aria-label="Estados e partes">
        ${stateSection()} ${partSection()}
      </aside>
    </div>`,
  });
}

function stateSection(): Html {
  return html`<section aria-labelledby="states-title">
    <h2 id="states-title">Estados</h2>
    <p class="lead">A página preenche os campos e clica no botão, como faria um comprador.</p>
    <ul class="choices states">
      ${Object.entries(lookStates).map(
        ([title, state]) =>
          html`<li>
            <button type="button" data-state="${JSON.stringify(state)}" aria-pressed="false">
              ${title} <code>:state(${state.css})</code>
            </button>
          </li>`,
      )}
      <li><a href="/looks?slow">Carregando</a> <code>:state(loading)</code></li>
    </ul>
  </section>`;
}

function partSection(): Html {
  return html`<section aria-labelledby="parts-title">
    <h2 id="parts-title">Partes</h2>
    <p class="lead">Clique em uma parte para destacá-la no formulário, se ela estiver visível.</p>
    <ul class="chips">
      ${Object.entries(parts).map(([name, what]) => chip(name, html`data-part="${name}: ${what}."`))}
    </ul>
    <p id="part-note" class="lead" role="status"></p>
  </section>`;
}

function chip(text: string, attributes: Html): Html {
  return html`<li><button type="button" ${attributes} aria-pressed="false">${text}</button></li>`;
}
