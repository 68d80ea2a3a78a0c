import { html, type Html } from '../../web/html.ts';
import { masthead, pageHead } from '../frame.ts';
import { looksForm } from './controls.ts';
import { cssStateList, partList } from './parts.ts';
import { stateList } from './states.ts';

/** What the page of looks needs to know. */
interface LooksPageOptions {
  proxyUrl: string;
  paymentsUrl: string;
  /** Whether the element's texts come late, so that its outline can be seen. */
  isSlow: boolean;
}

/** Writes the page on which the element's looks can be tried; its scripts put the element there. */
export function looksPage({ proxyUrl, paymentsUrl, isSlow }: LooksPageOptions): Html {
  const widgetUrl = isSlow ? '/_shop/slow-widget' : `${proxyUrl}/widget`;
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        ${pageHead('Aparência')}
        <link rel="stylesheet" href="/assets/looks.css" />
        <link rel="stylesheet" href="/assets/looks-form.css" />
        <script type="module" src="/assets/looks.js"></script>
        <script type="module" src="${widgetUrl}/card-checkout.js"></script>
      </head>
      <body>
        ${masthead('/looks')}
        <div class="looks">
          <main>
            <h1>Aparência</h1>
            ${preview({ proxyUrl, paymentsUrl, isSlow })}
          </main>
          <aside class="workbench" aria-label="O que olhar">${lists()}</aside>
          <aside class="workbench" aria-label="Ajustes">${looksForm()} ${cssSection()}</aside>
        </div>
      </body>
    </html>`;
}

function preview({ proxyUrl, paymentsUrl, isSlow }: LooksPageOptions): Html {
  return html`<section aria-labelledby="preview-title">
    <h2 id="preview-title" class="unseen">O elemento</h2>
    <div
      id="stage"
      class="stage"
      data-proxy-url="${proxyUrl}"
      data-payments-url="${paymentsUrl}"
      data-slow="${isSlow ? 'true' : ''}"
    ></div>
    ${cssStateList()}
  </section>`;
}

function lists(): Html {
  return html`
    <section aria-labelledby="states-title">
      <h2 id="states-title">Estados</h2>
      <p class="lead">Cada um é alcançado de verdade: os campos são preenchidos, o botão, usado.</p>
      ${stateList()}
    </section>
    <section aria-labelledby="parts-title">
      <h2 id="parts-title">Partes</h2>
      <p class="lead">Um clique contorna a parte no elemento, se ela estiver à vista.</p>
      ${partList()}
      <p id="part-note" class="lead" role="status"></p>
    </section>
  `;
}

function cssSection(): Html {
  return html`<section aria-labelledby="css-title">
    <div class="title-row">
      <h2 id="css-title">CSS para copiar</h2>
      <span id="said" class="lead" role="status"></span>
      <button type="button" id="copy" class="chip">Copiar</button>
    </div>
    <pre id="css" tabindex="0" aria-labelledby="css-title"></pre>
  </section>`;
}
