import { printable } from '@card-checkout/contract/printable';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Resolution } from '../../attempt/attempt.ts';
import type { PaymentView } from '../views.ts';
import { post } from './api.ts';
import { renderFacts } from './order-view.ts';
import { renderNotices } from './parts.ts';
import type { Texts } from './texts.ts';

/**
 * Asks for a payment's outcome and how the operator knows it, and tells the proxy.
 *
 * @fires resolved - the proxy has taken it; `detail` is the new status
 * @fires close - the dialog was closed
 */
export class ResolveDialog extends LitElement {
  static override readonly properties = {
    texts: { attribute: false },
    payment: { attribute: false },
    choice: { state: true },
    fault: { state: true },
    isBusy: { state: true },
  };

  declare texts: Texts;
  /** The dialog is open while there is a payment. */
  payment: PaymentView | undefined;
  private choice: Resolution | undefined;
  private fault: string | undefined;
  private isBusy = false;

  override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('payment')) return;
    this.choice = undefined;
    this.fault = undefined;
  }

  protected override render(): TemplateResult {
    const { texts, payment, choice, fault, isBusy } = this;
    const { resolve: words } = texts;
    return html`
      <dialog aria-labelledby="resolve-title" @close=${() => this.#onClose()}>
        <form @submit=${(event: SubmitEvent) => void this.#submit(event)}>
          <h2 id="resolve-title">${words.title}</h2>
          ${payment && html`<p class="id">${texts.order.title} ${printable(payment.orderId)}</p>`}
          ${payment && renderFacts(texts, payment)}
          <p>${words.warning}</p>
          <fieldset>
            <legend>${words.question}</legend>
            ${this.#renderChoice('approved')} ${this.#renderChoice('declined')}
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
              ${choice ? words[choice].button : texts.payment.resolve}
            </button>
            <button type="button" @click=${() => this.#dialog?.close()}>${words.cancel}</button>
          </p>
        </form>
      </dialog>
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('payment') && this.payment) this.#dialog?.showModal();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog');
  }

  #renderChoice(status: Resolution): TemplateResult {
    const { choice, hint } = this.texts.resolve[status];
    return html`
      <label class="choice">
        <input
          type="radio"
          name="status"
          value=${status}
          required
          .checked=${this.choice === status}
          @change=${() => (this.choice = status)}
        />
        <span>${choice} <span class="muted">${hint}</span></span>
      </label>
    `;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { payment, choice, isBusy } = this;
    if (!payment || !choice || isBusy) return;
    this.isBusy = true;
    const note = this.querySelector('textarea')?.value.replaceAll(/\s+/g, ' ').trim() ?? '';
    const path = `payments/${payment.paymentId}/resolve`;
    const answer = await post(path, { status: choice, note });
    this.isBusy = false;
    this.fault = 'fault' in answer ? answer.fault : undefined;
    if (this.fault !== undefined) return;
    this.#dialog?.close();
    this.dispatchEvent(new CustomEvent('resolved', { detail: choice }));
  }

  #onClose(): void {
    this.querySelector('form')?.reset();
    this.dispatchEvent(new Event('close'));
  }
}
