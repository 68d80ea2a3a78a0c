import { html, nothing, type TemplateResult } from 'lit';
import type { FieldName } from '../form/card-form.ts';
import type { CheckoutView } from './checkout-view-model.ts';
import { fieldIds } from '../form/field-inputs.ts';
import { fieldErrorText } from '../locales/messages.ts';

/** Draws the errors that are left since the button was pressed; each line links to its field. */
export function renderSummary(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages } = view;
  if (form.summary.length === 0) return nothing;
  return html`
    <div class="summary" part="summary" role="group" aria-labelledby="summary">
      <p id="summary">${messages.summary}</p>
      <ul>
        ${form.summary.map((name) => renderLine(name, view))}
      </ul>
    </div>
  `;
}

function renderLine(name: FieldName, { form, messages, onFocus }: CheckoutView): TemplateResult {
  const error = form.shownError(name);
  // The link must not change the page's address.
  const onClick = (event: Event): void => {
    event.preventDefault();
    onFocus(name);
  };
  return html`
    <li>
      <a href="#${fieldIds[name]}" @click=${onClick}
        >${error ? fieldErrorText(error, messages) : ''}</a
      >
    </li>
  `;
}
