import type { Payment } from '@card-checkout/contract/payment';
import { html, nothing, type TemplateResult } from 'lit';
import { brandName } from '../fields/brands.ts';
import type { Receipt } from '../state/checkout-state.ts';
import type { CheckoutView } from './checkout-view-model.ts';
import { withTotal } from './total.ts';

/** Draws the end of a payment, which replaces the form. */
export function renderResult(view: CheckoutView): TemplateResult {
  const { state, messages } = view;
  const isApproved = state.status === 'approved';
  // The first sentence is the title.
  const [title, rest] = (isApproved ? messages.approved : messages.pending).split(/(?<=\.) (.*)/s);
  return html`
    <div
      class="result ${state.status}"
      part="result"
      role="group"
      aria-labelledby="result-title result-detail"
      tabindex="-1"
    >
      ${isApproved ? check : clock}
      <p id="result-title" part="result-title" aria-live="polite">${title}</p>
      <p id="result-detail" part="result-detail">
        ${isApproved ? withTotal(messages.approvedDetail, view) : rest}
      </p>
      ${isApproved ? nothing : html`<p class="more">${messages.pendingDetail}</p>`}
      ${'payment' in state && state.payment ? renderLines(state.payment, view) : nothing}
      <slot name=${isApproved ? 'next' : 'help'}></slot>
    </div>
  `;
}

const check = html`<svg class="mark" part="result-mark" viewBox="0 0 56 56" aria-hidden="true">
  <circle cx="28" cy="28" r="28" />
  <path pathLength="1" d="M17 29l8 8 15-17" />
</svg>`;

const clock = html`<svg class="mark" part="result-mark" viewBox="0 0 56 56" aria-hidden="true">
  <circle cx="28" cy="28" r="28" />
  <path d="M28 17v11l7 6" />
</svg>`;

/** Draws what the buyer may want to keep, or quote to the shop. */
function renderLines(payment: Payment, view: CheckoutView): TemplateResult {
  const { state, locale, form, order, messages } = view;
  const { receipt } = messages;
  const known = state.status === 'approved' ? state.receipt : undefined;
  const plan = form.choices.find(
    ({ count, totalCentavos }) =>
      count === payment.installments && totalCentavos === payment.amount,
  );
  const parts = payment.installments > 1 && (plan?.label ?? `${payment.installments}x`);
  const isThis = order?.id === payment.orderId;
  const lines = [
    [receipt.description, isThis && order.description],
    [receipt.card, known && cardValue(known, receipt.cardValue)],
    [messages.installments, parts],
    [messages.statement, isThis && order.statementName],
    [receipt.order, payment.orderId],
    [receipt.date, known && dateValue(known.at, locale)],
  ].filter(([, value]) => value);
  return html`
    <dl part="receipt">
      ${lines.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
      <div>
        <dt>${receipt.payment}</dt>
        <dd>
          <code>${payment.id}</code>
          <button part="copy" type="button" @click=${copyTo(payment.id, receipt.copied)}>
            ${receipt.copy}
          </button>
          <span class="copied" aria-live="polite"></span>
        </dd>
      </div>
    </dl>
  `;
}

function cardValue({ brand, last4 }: Receipt, text: string): string {
  const name = brand ? brandName(brand) : '';
  return text.replace('{brand}', name).replace('{digits}', last4).trim();
}

function dateValue(date: Date, locale: string): string {
  return date.toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' });
}

/** Copies a text and says so beside the button. */
function copyTo(text: string, said: string) {
  return async ({ currentTarget }: Event): Promise<void> => {
    if (!(currentTarget instanceof HTMLElement)) return;
    const { nextElementSibling } = currentTarget;
    try {
      await navigator.clipboard.writeText(text);
      if (nextElementSibling) nextElementSibling.textContent = said;
    } catch {
      // The number can be selected by hand.
    }
  };
}
