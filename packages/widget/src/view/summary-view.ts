import { html, nothing, type TemplateResult } from 'lit';
import type { FieldName } from '../form/card-form.ts';
import type { CheckoutView } from './checkout-view.ts';
import { fieldIds } from '../form/field-inputs.ts';
import { faultText } from './field-view.ts';

/** Draws what is still wrong since the button was pressed; each line leads to its field. */
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
  const fault = form.shownFault(name);
  // The page's own address stays as it is.
  const onClick = (event: Event): void => {
    event.preventDefault();
    onFocus(name);
  };
  return html`
    <li>
      <a href="#${fieldIds[name]}" @click=${onClick}>${fault ? faultText(fault, messages) : ''}</a>
    </li>
  `;
}
