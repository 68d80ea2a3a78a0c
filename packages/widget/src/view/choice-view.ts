import { html, nothing, type TemplateResult } from 'lit';
import type { FieldName } from '../fields/card-fields.ts';
import { summaryText } from '../locales/messages.ts';
import type { CheckoutView } from './checkout-view-model.ts';

export function renderKinds(view: CheckoutView): TemplateResult {
  const { form, messages } = view;
  return html`
    <fieldset class="kinds" part="kinds" ?disabled=${view.isLocked}>
      <legend part="label">${messages.kind}</legend>
      ${form.kinds.map(
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
            <span .textContent=${messages[kind]}></span>
          </label>
        `,
      )}
    </fieldset>
  `;
}

export function renderInstallments(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages } = view;
  const { choices } = form;
  // A single choice with interest must be shown, too (CDC art. 52).
  const isChoice = choices.length > 1 || choices[0]?.details;
  if (!isChoice) return nothing;
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
            <option
              value=${count}
              ?selected=${count === form.installments}
              .textContent=${label}
            ></option>
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

/** Renders links to the fields that are wrong since the button was pressed; the fields say why. */
export function renderSummary(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages } = view;
  if (form.summary.length === 0) return nothing;
  return html`
    <div class="summary" part="summary" role="group" aria-labelledby="summary">
      <p id="summary" .textContent=${summaryText(form.summary.length, messages)}></p>
      <ul>
        ${form.summary.map((name) => renderLink(name, view))}
      </ul>
    </div>
  `;
}

function renderLink(name: FieldName, { form, messages, onFocus }: CheckoutView): TemplateResult {
  // The link must not change the page's address.
  const onClick = (event: Event): void => {
    event.preventDefault();
    onFocus(name);
  };
  const { id } = form.field(name) ?? {};
  return html`<li><a href="#${id}" @click=${onClick} .textContent=${messages[name]}></a></li>`;
}
