import type { CardKind } from '@card-checkout/contract/checkout';
import { html, nothing, type TemplateResult } from 'lit';
import type { BrandMarks } from '../fields/brand-marks.ts';
import type { CardForm, FieldName } from '../form/card-form.ts';
import type { CheckoutController } from '../element/checkout-controller.ts';
import { isOver, type CheckoutState } from '../state/checkout-state.ts';
import { renderInstallments, renderKinds } from './choice-view.ts';
import { renderField } from './field-view.ts';
import type { Messages } from '../locales/messages.ts';
import { formatMoney } from '../order/money.ts';
import { renderSummary } from './summary-view.ts';

/** Everything that the form shows, and what it does in return. */
export interface CheckoutView {
  form: CardForm;
  checkout: CheckoutController;
  kinds: readonly CardKind[];
  /** What will be charged, or was; nothing without an order. */
  totalCentavos: number | undefined;
  locale: string;
  /** Whether the texts of the locale are there. */
  isLoaded: boolean;
  messages: Messages;
  /** Loaded after the first frame; until then the name of a brand stands in for its mark. */
  marks: BrandMarks | undefined;
  /** What a screen reader says next, politely. */
  announcement: string;
  /** What the page itself finds wrong (`setCustomValidity`). */
  customFault: string;
  isDisabled: boolean;
  /** Whether nothing can be changed, because an attempt runs or the page disabled the element. */
  isLocked: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  onEdit: () => void;
  onFocus: (name: FieldName) => void;
}

/**
 * Draws the element in its state. The live regions are there before they speak and only change their
 * text, because screen readers announce nothing in a region that has just appeared.
 */
export function renderCheckout(view: CheckoutView): TemplateResult {
  const { checkout, locale, messages } = view;
  const { state } = checkout;
  // A form that somebody submits by script goes nowhere: `method=dialog` has no dialog to close here.
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    event.submitter?.focus();
    view.onSubmit();
  };
  return html`
    <div lang=${locale}>
      <form part="form" method="dialog" novalidate aria-busy=${!view.isLoaded} @submit=${onSubmit}>
        ${renderBody(view)}
        <div
          class="alert"
          role="alert"
          part="alert"
          tabindex="-1"
          .textContent=${view.isLoaded ? alertText(state, messages) || view.customFault : ''}
        ></div>
        ${view.isLoaded ? renderPay(view) : nothing} ${renderCancel(view)}
      </form>
      <p
        class="status"
        role="status"
        part="status"
        .textContent=${state.status === 'paying' ? messages.steps[state.step] : ''}
      ></p>
      <p class="unseen" aria-live="polite" .textContent=${view.announcement}></p>
    </div>
  `;
}

function renderBody(view: CheckoutView): TemplateResult {
  const { status } = view.checkout.state;
  if (!view.isLoaded) return renderSkeleton();
  return isOver(status) ? renderResult(status, view) : renderFields(view);
}

/** Draws the form's outline while its texts are on their way. */
function renderSkeleton(): TemplateResult {
  const bone = html`<div class="bone"></div>`;
  return html`<div class="skeleton" part="skeleton" aria-hidden="true">
    ${bone}
    <div class="pair">${bone} ${bone}</div>
    ${bone} ${bone}
  </div>`;
}

function renderFields(view: CheckoutView): TemplateResult {
  return html`
    ${renderSummary(view)} ${renderKinds(view)} ${renderField('number', view)}
    <div class="pair">${renderField('expiry', view)} ${renderField('securityCode', view)}</div>
    ${renderField('holder', view)} ${renderField('document', view)} ${renderInstallments(view)}
  `;
}

function renderPay(view: CheckoutView): TemplateResult | typeof nothing {
  const { checkout, messages, isDisabled } = view;
  const isPaying = checkout.state.status === 'paying';
  if (!isPaying && !checkout.canPay) return nothing;
  return html`<button
    class="pay"
    part="button"
    type="submit"
    aria-disabled=${isPaying}
    ?disabled=${isDisabled}
    @mousedown=${keepPlace}
  >
    ${isPaying ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}
    ${withTotal(messages.pay, view)}
  </button>`;
}

function renderCancel({
  checkout,
  messages,
  onCancel,
}: CheckoutView): TemplateResult | typeof nothing {
  if (!checkout.canCancel) return nothing;
  return html`<button part="cancel" type="button" @click=${onCancel}>${messages.cancel}</button>`;
}

/**
 * Keeps the focus where it is until the click: a field that loses it to the button may show its fault, by
 * which the button would move away below the pointer.
 */
function keepPlace(press: Event): void {
  press.preventDefault();
}

function renderResult(status: 'approved' | 'pending', view: CheckoutView): TemplateResult {
  const { messages } = view;
  const detail = status === 'approved' ? withTotal(messages.approvedDetail, view) : '';
  return html`
    <div
      id="result"
      class="result ${status}"
      part="result"
      role="group"
      aria-labelledby="result"
      tabindex="-1"
    >
      <span class="mark" aria-hidden="true"></span>
      <p aria-live="polite">${messages[status]}</p>
      <p class="detail">${detail}</p>
    </div>
  `;
}

function withTotal(text: string, { totalCentavos, locale }: CheckoutView): string {
  const total = totalCentavos === undefined ? '' : formatMoney(totalCentavos, locale);
  return text.replace('{amount}', total).trim();
}

function alertText(state: CheckoutState, messages: Messages): string {
  if (state.status === 'declined') return messages.declined;
  if (state.status !== 'error') return '';
  const { code, retryable } = state.error;
  return code === 'unavailable' && retryable ? messages.tryLater : messages.errors[code];
}
