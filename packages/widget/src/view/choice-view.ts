import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutView } from './checkout-view-model.ts';

/** Draws the choice between credit and debit, if there is one. */
export function renderKinds(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages, kinds } = view;
  if (kinds.length < 2) return nothing;
  return html`
    <fieldset class="kinds" part="kinds" ?disabled=${view.isLocked}>
      <legend part="label">${messages.kind}</legend>
      ${kinds.map(
        (kind) => html`
          <label part="kind">
            <input
              type="radio"
              name="kind"
              value=${kind}
              .checked=${form.kind === kind}
              @change=${() => {
                form.kind = kind;
                view.onEdit();
              }}
            />
            ${messages[kind]}
          </label>
        `,
      )}
    </fieldset>
  `;
}

/** Draws the installments, if the order offers them and the card is credit. */
export function renderInstallments(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages } = view;
  const { choices } = form;
  // A single choice with interest must be shown, too (CDC art. 52).
  const isChoice = choices.length > 1 || choices[0]?.details;
  if (!isChoice || form.kind === 'debit') return nothing;
  const onChange = (event: Event): void => {
    if (!(event.currentTarget instanceof HTMLSelectElement)) return;
    form.installments = Number(event.currentTarget.value);
    view.onEdit();
  };
  return html`
    <div class="field choice" part="field">
      <label for="installments" part="label">${messages.installments}</label>
      <select
        id="installments"
        name="installments"
        part="input"
        aria-describedby="installments-details"
        ?disabled=${view.isLocked}
        @change=${onChange}
      >
        ${choices.map(
          ({ count, label }) => html`
            <option value=${count} ?selected=${count === form.installments}>${label}</option>
          `,
        )}
      </select>
      <p
        id="installments-details"
        class="details"
        part="installment-details"
        data-plan=${form.choice?.label ?? nothing}
        .textContent=${form.choice?.details ?? ''}
      ></p>
    </div>
  `;
}
