import type { CardKind } from '@card-checkout/contract/checkout';
import { html, nothing, type TemplateResult } from 'lit';
import type { CardForm } from './card-form.ts';
import type { CheckoutController } from './checkout-controller.ts';
import type { CheckoutState } from './checkout-state.ts';
import { renderField, renderInstallments, renderKinds } from './field-view.ts';
import type { Messages } from './locales/messages.ts';
import { formatMoney } from './money.ts';
import type { Order } from './order.ts';

/** Is everything that the form shows, and what it does in return. */
export interface CheckoutView {
  form: CardForm;
  checkout: CheckoutController;
  order: Order | undefined;
  kinds: readonly CardKind[];
  locale: string;
  messages: Messages;
  onSubmit: () => void;
  onCancel: () => void;
  onEdit: () => void;
}

/**
 * Draws the element in its state. The live regions are there before they speak and only change their
 * text, because screen readers announce nothing in a region that has just appeared.
 */
export function renderCheckout(view: CheckoutView): TemplateResult {
  const { state } = view.checkout;
  const isOver = state.status === 'approved' || state.status === 'pending';
  return html`
    ${isOver ? renderResult(state.status, view) : renderForm(view)}
    <p
      class="status"
      role="status"
      part="status"
      lang=${view.locale}
      .textContent=${statusText(state, view.messages)}
    ></p>
  `;
}

function renderForm(view: CheckoutView): TemplateResult {
  const { checkout, messages } = view;
  const isPaying = checkout.state.status === 'paying';
  // A form that somebody submits by script goes nowhere: `method=dialog` has no dialog to close here.
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    view.onSubmit();
  };
  return html`
    <form
      part="form"
      method="dialog"
      lang=${view.locale}
      novalidate
      aria-busy=${isPaying}
      @submit=${onSubmit}
    >
      ${renderKinds(view)} ${renderField('number', view)}
      <div class="pair">${renderField('expiry', view)} ${renderField('securityCode', view)}</div>
      ${renderField('holder', view)} ${renderField('document', view)} ${renderInstallments(view)}
      <div
        class="alert"
        role="alert"
        part="alert"
        .textContent=${alertText(checkout.state, messages)}
      ></div>
      ${isPaying || checkout.canPay ? renderPayButton(view, isPaying) : nothing}
      ${
        checkout.canCancel
          ? html`<button class="cancel" part="cancel" type="button" @click=${view.onCancel}>
              ${messages.cancel}
            </button>`
          : nothing
      }
    </form>
  `;
}

function renderPayButton(view: CheckoutView, isPaying: boolean): TemplateResult {
  return html`
    <button class="pay" part="button" type="submit" aria-disabled=${isPaying}>
      ${isPaying ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}
      ${payLabel(view)}
    </button>
  `;
}

function renderResult(
  status: 'approved' | 'pending',
  { messages, locale }: CheckoutView,
): TemplateResult {
  return html`
    <div class="result ${status}" part="result" lang=${locale} tabindex="-1">
      <span class="mark" aria-hidden="true"></span>
      <p aria-live="polite">${messages[status]}</p>
    </div>
  `;
}

function payLabel({ order, locale, messages }: CheckoutView): string {
  const amount = order ? formatMoney(order.amountCentavos, locale) : '';
  return messages.pay.replace('{amount}', amount).trim();
}

function alertText(state: CheckoutState, messages: Messages): string {
  if (state.status === 'declined') return messages.declined;
  if (state.status !== 'error') return '';
  const { code, retryable } = state.error;
  return code === 'unavailable' && retryable ? messages.tryLater : messages.errors[code];
}

function statusText(state: CheckoutState, messages: Messages): string {
  return state.status === 'paying' ? messages.steps[state.step] : '';
}
