import { html, type TemplateResult } from 'lit';
import type { CheckoutView } from './checkout-view-model.ts';
import { withTotal } from './total.ts';

/** Draws the end of a payment, which replaces the form. */
export function renderResult(status: 'approved' | 'pending', view: CheckoutView): TemplateResult {
  const { messages } = view;
  const detail = status === 'approved' ? withTotal(messages.approvedDetail, view) : '';
  return html`
    <div
      id="result"
      class="result ${status}"
      part="result"
      role="group"
      aria-labelledby="result-title result-detail"
      tabindex="-1"
    >
      <span class="mark" aria-hidden="true"></span>
      <p id="result-title" aria-live="polite">${messages[status]}</p>
      <p id="result-detail" class="detail">${detail}</p>
    </div>
  `;
}
