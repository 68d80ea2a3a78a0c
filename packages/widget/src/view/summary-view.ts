import { html, nothing, type TemplateResult } from 'lit';
import type { FieldName } from '../form/card-form.ts';
import { fieldId } from '../form/field-inputs.ts';
import { summaryText } from '../locales/messages.ts';
import type { CheckoutView } from './checkout-view-model.ts';

/** Draws links to the fields that are wrong since the button was pressed; the fields say why. */
export function renderSummary(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages } = view;
  if (form.summary.length === 0) return nothing;
  return html`
    <div class="summary" part="summary" role="group" aria-labelledby="summary">
      <p id="summary">${summaryText(form.summary.length, messages)}</p>
      <ul>
        ${form.summary.map((name) => renderLink(name, view))}
      </ul>
    </div>
  `;
}

function renderLink(name: FieldName, { messages, onFocus }: CheckoutView): TemplateResult {
  // The link must not change the page's address.
  const onClick = (event: Event): void => {
    event.preventDefault();
    onFocus(name);
  };
  return html`<li><a href="#${fieldId(name)}" @click=${onClick}>${messages[name]}</a></li>`;
}
