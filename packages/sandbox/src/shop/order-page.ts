import { html, type Html } from '@card-checkout/contract/html';
import { formatCentavos } from '../web/money.ts';
import { framedPage, type Place } from './frame.ts';
import { texts } from './texts/texts.ts';
import type { Notice } from './webhook.ts';

/** Stands for the shop's other means of payment. */
export function pixPage(place: Place): Html {
  const { title, lead } = texts[place.language].pix;
  return framedPage({
    place,
    title,
    head: html``,
    columns: sectionOf(title, html`<p>${lead}</p>`),
  });
}

/** Shows what the shop's server knows about an order. Reloads until the order is paid. */
export function orderPage(place: Place, orderId: string, outcome: Notice | undefined): Html {
  const { title, open, ...said } = texts[place.language].order;
  // For any other outcome, the buyer reads that the order awaits payment.
  const standing = new Map(Object.entries(said)).get(outcome?.status ?? '') ?? open;
  const isPaid = outcome?.status === 'approved';
  return framedPage({
    place,
    title,
    head: isPaid ? html`` : html`<meta http-equiv="refresh" content="2" />`,
    columns: sectionOf(
      title,
      html`<p><code>${orderId}</code></p>
        <p class="total">
          <strong>${standing}</strong>
          ${outcome && formatCentavos(outcome.amount, place.language)}
        </p>`,
    ),
  });
}

function sectionOf(title: string, content: Html): Html {
  return html`<div class="layout">
    <main>
      <h1>${title}</h1>
      <section class="card">${content}</section>
    </main>
  </div>`;
}
