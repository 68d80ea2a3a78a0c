import { printable } from '@card-checkout/contract/printable';
import { html, type TemplateResult } from 'lit';
import type { Resolution } from '../../attempt/attempt.ts';
import type { PaymentView } from '../views.ts';
import { renderFacts } from './order-view.ts';
import { renderNotices } from './parts.ts';
import type { Texts } from './texts.ts';

/** What the operator is about to tell of a payment. */
export interface Finding {
  payment: PaymentView;
  status?: Resolution;
  fault?: string | undefined;
  isBusy?: boolean;
}

interface FindingActions {
  onChoose: (status: Resolution) => void;
  onSubmit: (event: SubmitEvent) => void;
  onCancel: () => void;
  onClose: () => void;
}

/** Asks for a payment's outcome and how the operator knows it. */
export function renderResolveDialog(
  texts: Texts,
  { payment, status, fault, isBusy = false }: Finding,
  { onChoose, onSubmit, onCancel, onClose }: FindingActions,
): TemplateResult {
  const { resolve: words } = texts;
  const renderChoice = (value: Resolution) => html`
    <label class="choice">
      <input
        type="radio"
        name="status"
        value=${value}
        required
        .checked=${status === value}
        @change=${() => onChoose(value)}
      />
      <span>${words[value].choice} <span class="muted">${words[value].hint}</span></span>
    </label>
  `;
  return html`
    <dialog aria-labelledby="resolve-title" @close=${onClose}>
      <form @submit=${onSubmit}>
        <h2 id="resolve-title">${words.title}</h2>
        <p class="id">${texts.order.title} ${printable(payment.orderId)}</p>
        ${renderFacts(texts, payment)}
        <p>${words.warning}</p>
        <fieldset>
          <legend>${words.question}</legend>
          ${renderChoice('approved')} ${renderChoice('declined')}
        </fieldset>
        <div class="field">
          <label for="note">${words.note}</label>
          <textarea
            id="note"
            required
            maxlength="500"
            rows="2"
            aria-describedby="note-hint"
          ></textarea>
          <p id="note-hint" class="muted">${words.noteHint}</p>
        </div>
        ${renderNotices(texts, { fault })}
        <p class="actions">
          <button class="main" aria-disabled=${isBusy}>
            ${status ? words[status].button : texts.payment.resolve}
          </button>
          <button type="button" @click=${onCancel}>${words.cancel}</button>
        </p>
      </form>
    </dialog>
  `;
}
