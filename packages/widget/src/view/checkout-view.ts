import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../locales/messages.ts';
import { canCancel, canPay, isOver, type CheckoutState } from '../state/checkout-state.ts';
import type { CheckoutView } from './checkout-view-model.ts';
import { renderInstallments, renderKinds } from './choice-view.ts';
import { renderField } from './field-view.ts';
import { withTotal } from './total.ts';

/**
 * Draws the element in its state. The live regions exist from the start and only change their text,
 * because screen readers ignore the text of a region that has just appeared.
 */
export function renderCheckout(view: CheckoutView): TemplateResult {
  const { state, locale, messages } = view;
  // Submitted by script, the form goes nowhere: `method=dialog` has no dialog to close here.
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
          .textContent=${view.isLoaded ? alertText(state, messages) || view.customError : ''}
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
  const { late, state } = view;
  if (!view.isLoaded) return renderSkeleton();
  return late && isOver(state.status) ? late.renderResult(state.status, view) : renderFields(view);
}

/** Draws the form's outline while its texts load. */
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
    ${view.late?.renderSummary(view)} ${renderKinds(view)} ${renderField('number', view)}
    <div class="pair">${renderField('expiry', view)} ${renderField('securityCode', view)}</div>
    ${renderField('holder', view)} ${renderField('document', view)} ${renderInstallments(view)}
  `;
}

function renderPay(view: CheckoutView): TemplateResult | typeof nothing {
  const { state, messages, isDisabled } = view;
  const isPaying = state.status === 'paying';
  if (!isPaying && !canPay(state)) return nothing;
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
  state,
  messages,
  onCancel,
}: CheckoutView): TemplateResult | typeof nothing {
  if (!canCancel(state)) return nothing;
  return html`<button part="cancel" type="button" @click=${onCancel}>${messages.cancel}</button>`;
}

/**
 * Keeps the focus in its field until the click: a field that loses it may show an error, and the
 * button would move away under the pointer.
 */
function keepPlace(press: Event): void {
  press.preventDefault();
}

function alertText(state: CheckoutState, messages: Messages): string {
  if (state.status === 'declined') return messages.declined;
  if (state.status !== 'error') return '';
  const { code, retryable } = state.error;
  if (code === 'unavailable' && retryable) return messages.tryLater;
  return messages.errors[code] ?? messages.errors.unexpected;
}
