import { html, nothing, type TemplateResult } from 'lit';
import type { Field } from '../fields/card-fields.ts';
import type { CardForm } from '../fields/card-form.ts';
import { canCancel, canPay, isClosed, isOver, isWaitingOnly } from '../checkout/checkout-state.ts';
import { inTwo, holdFocus, type CheckoutView } from './checkout-view-model.ts';
import { renderField } from './field-view.ts';
import { lock } from './card-pictures.ts';
import { renderInstallments, renderKinds, renderSummary } from './choice-view.ts';
import {
  alertText,
  asksForCard,
  renderProgress,
  renderResult,
  renderStatus,
  renderStep,
  renderWaysOn,
} from './payment-view.ts';

/**
 * Renders the element in its state. The live regions exist from the start and only change their text,
 * because screen readers ignore the text of a region that has just appeared
 * (https://tetralogical.com/blog/2024/05/01/why-are-my-live-regions-not-working). Texts that change are
 * set as `.textContent`: Lit would write to its own text nodes, which translators replace
 * (https://github.com/facebook/react/issues/11538).
 */
export function renderCheckout(view: CheckoutView): TemplateResult {
  const { state, locale, isLoaded, stepText } = view;
  const isPaying = state.status === 'paying' && !isWaitingOnly(state);
  const isPayable = isLoaded && (isPaying || canPay(state));
  const [step = ''] = inTwo(stepText);
  const said = renderStatus(stepText);
  // Submitted by script, the form goes nowhere: `method=dialog` has no dialog to close here.
  return html`
    <div lang=${locale} translate="no">
      <form part="form" method="dialog" novalidate aria-busy=${!isLoaded}>
        ${renderBody(view)} ${renderFault(view)} ${isPayable ? renderPay(view, step) : nothing}
        <div class=${isPayable ? 'foot' : 'unseen'}>
          ${isPayable ? renderFoot(view) : nothing}
          <p class="status" role="status" aria-atomic="false" part="status">${said}</p>
        </div>
      </form>
      <p class="unseen" aria-live="polite" .textContent=${view.announcement}></p>
    </div>
  `;
}

function renderBody(view: CheckoutView): TemplateResult {
  if (!view.isLoaded) return renderSkeleton(view);
  return isOver(view.state.status) ? renderResult(view) : renderFields(view);
}

const bone = html`<div class="bone"></div>`;

function renderSkeleton({ form }: CheckoutView): TemplateResult {
  return html`<div class="fields" part="skeleton" aria-hidden="true">
    ${renderRows(form, () => bone)} ${form.choices.length > 1 ? bone : nothing}
    <div class="bone pay"></div>
  </div>`;
}

/** Renders the fields; hidden ones keep what was typed. */
function renderFields(view: CheckoutView): TemplateResult {
  const { form, state } = view;
  const isWaiting = isWaitingOnly(state);
  return html`
    ${isWaiting ? renderResult(view) : nothing}
    <div class="fields" ?hidden=${isWaiting || isClosed(state)}>
      ${renderSummary(view)} ${form.kinds.length > 1 ? renderKinds(view) : nothing}
      ${renderRows(form, (field) => renderField(field, view))}
      ${form.kind === 'credit' ? renderInstallments(view) : nothing}
      <slot name="after-fields"></slot>
    </div>
  `;
}

function renderRows(
  { rows }: CardForm,
  render: (field: Field) => TemplateResult,
): TemplateResult[] {
  return rows.map(
    (row) => html`<div class=${row.length > 1 ? 'pair' : ''}>${row.map(render)}</div>`,
  );
}

/** Renders what went wrong. */
function renderFault(view: CheckoutView): TemplateResult {
  const { state, isLoaded, messages, customError } = view;
  const { code, retryable } = state.status === 'error' ? state.error : {};
  const sentence = code
    ? (messages.errors[code] ?? messages.errors[retryable ? 'later' : 'unexpected'])
    : customError;
  const look = isClosed(state) ? 'closed' : code === 'three_ds_cancelled' ? 'neutral' : '';
  const said = isLoaded ? alertText(view, sentence) : [];
  const [title, more] = said;
  const content = title
    ? html`<p><strong .textContent=${title}></strong> <span .textContent=${more}></span></p>`
    : '';
  // One text is said once: of several, Orca says some twice, and without `aria-live` nothing in Firefox.
  // prettier-ignore
  return html`
    <div class="alert ${look}" part="alert" tabindex="-1">${content}</div>
    <p class="unseen" role="alert" aria-live="assertive" .textContent=${said.join(' ').trim()}></p>
    ${renderWaysOn(view)}
  `;
}

function renderPay(view: CheckoutView, step: string): TemplateResult {
  const { payText } = view;
  // Enter in a field clicks, too. Firefox keeps what a form submits by itself, e.g. the expiry, in clear.
  const onClick = (event: MouseEvent): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
    view.onSubmit();
  };
  return html`
    ${renderPurchase(view)}
    <slot name="before-button"></slot>
    <button
      class="pay ${asksForCard(view) ? 'quiet' : ''}"
      part="button"
      type="submit"
      aria-disabled=${step !== ''}
      ?disabled=${view.isDisabled}
      @mousedown=${holdFocus}
      @click=${onClick}
    >
      ${step ? renderStep(step, payText) : html`<span .textContent=${payText}></span>`}
    </button>
  `;
}

/** Renders what is paid, and the name that will be on the card's statement. */
function renderPurchase({ order, messages }: CheckoutView): TemplateResult | undefined {
  const { description, statementName } = order ?? {};
  if (!description && !statementName) return undefined;
  return html`<div class="purchase" part="purchase">
    <p .textContent=${description}></p>
    <p .textContent=${statementName && `${messages.statement}: ${statementName}`}></p>
  </div>`;
}

/** Renders a line of trust below the button, or the progress in its place. */
function renderFoot({ state, messages, onCancel }: CheckoutView): TemplateResult {
  if (state.status !== 'paying')
    return html`<p class="trust" part="trust">
      <span class="lock">${messages.trust && lock}</span> ${messages.trust}
    </p>`;
  return html`
    ${renderProgress(state.step)}
    ${
      canCancel(state)
        ? html`<button part="cancel" type="button" @click=${onCancel}>${messages.cancel}</button>`
        : nothing
    }
  `;
}
