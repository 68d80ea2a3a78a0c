import { LitElement, html } from 'lit';
import { property } from 'lit/decorators.js';
import type { Payment } from '@card-checkout/contract';
import { isCpf } from '@card-checkout/contract/tax-id';
export class CardCheckout extends LitElement {
  @property() accessor1 = 'a';
  payment: Payment | undefined = undefined;
  override render(): unknown {
    return html`<p>${isCpf(this.accessor1)}</p>`;
  }
}
