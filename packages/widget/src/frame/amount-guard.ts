import type { CardCheckout } from '../element/card-checkout.ts';
import type { Locale } from '../browser/language.ts';
import type { MessageOverrides } from '../locales/messages.ts';
import { isOver } from '../state/checkout-state.ts';

/** What the frame itself says about the amount; no page can replace it. */
const texts: Record<Locale, Record<'changed' | 'confirm', string>> = {
  'pt-BR': {
    changed: 'O pedido mudou. Confira o novo valor antes de pagar.',
    confirm: 'Confirmar e pagar {amount}',
  },
  en: {
    changed: 'The order has changed. Check the new amount before you pay.',
    confirm: 'Confirm and pay {amount}',
  },
  es: {
    changed: 'El pedido cambió. Revisa el nuevo importe antes de pagar.',
    confirm: 'Confirmar y pagar {amount}',
  },
};

/** How long an amount must have stood on the button before a press pays it. */
const readingTimeMs = 1_000;

/** What a text for the button mustn't have: digits of its own, or marks that change ours. */
const misleading = /[\p{N}\p{M}\p{C}\p{Zl}\p{Zp}]/u;
const longestText = 60;

/**
 * Keeps the amount to be charged in the frame, whatever texts the page sets, and keeps the page from
 * paying an order that the buyer hasn't seen while typing.
 */
export class AmountGuard {
  isButtonHidden = false;
  readonly #element: CardCheckout;
  readonly #line = document.createElement('p');
  #messages: MessageOverrides = {};
  /** The page's text for the button, if it doesn't mislead. */
  #pay = '';
  /** The order on the button, and since when. */
  #shown = '';
  #shownAt = 0;
  /** The order that the buyer saw when they began to type, or has confirmed since. */
  #agreed: string | undefined;
  /** Whether the button asks the buyer to confirm a changed order. */
  #asks = false;

  constructor(element: CardCheckout) {
    this.#element = element;
    this.#line.slot = 'before-button';
    element.append(this.#line);
  }

  /** Takes the page's texts, except one for the button that could mislead about the amount. */
  takeMessages(messages: MessageOverrides): void {
    const { pay = '' } = messages;
    const isTaken = typeof pay === 'string' && pay.length <= longestText;
    this.#pay = isTaken && !misleading.test(pay.replace('{amount}', '')) ? pay : '';
    this.#messages = { ...messages, plan: { ...messages.plan } };
    delete this.#messages.plan?.onButton;
    this.#dress(this.#pay);
  }

  typed(): void {
    this.#agreed ??= this.#shown;
  }

  emptied(): void {
    this.#agreed = undefined;
    this.update();
  }

  /** Shows what the button lacks, after each update of the element. */
  update(): void {
    const { shown: form, state } = this.#element;
    const { order, amount, button, locale } = form;
    const shown = JSON.stringify([order?.id, order?.amountCentavos, order?.plans]);
    if (shown !== this.#shown) this.#shownAt = performance.now();
    this.#shown = shown;
    if (isOver(state)) this.#agreed = undefined;
    this.#asks &&= !this.#isAgreed();
    const { changed, confirm } = texts[locale];
    const isOnButton = !this.isButtonHidden && button.includes(amount);
    const line = isOnButton || amount === '' ? '' : `Total: ${amount}`;
    const text = this.#asks ? `${changed} ${line}`.trim() : line;
    this.#line.role = this.#asks ? 'alert' : null;
    if (text !== this.#line.textContent) this.#line.textContent = text;
    document.documentElement.classList.toggle('asks', this.#asks);
    const pay = this.#asks ? confirm : this.#pay;
    if (pay !== (this.#element.messages.pay ?? '')) this.#dress(pay);
  }

  /** Pays for the page; has the buyer confirm an order that has changed since they began to type. */
  async submit(): Promise<void> {
    this.update();
    const { state } = this.#element;
    if (this.#isAgreed()) return this.#element.submit();
    if (state !== 'paying' && this.#element.reportValidity()) this.#ask();
  }

  /** Takes the buyer's press, unless the amount under the finger has just changed. */
  readonly onPress = (event: Event): void => {
    this.update();
    if (this.#isAgreed()) return;
    if (performance.now() - this.#shownAt >= readingTimeMs) {
      this.#agreed = this.#shown;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#ask();
  };

  #isAgreed(): boolean {
    return this.#agreed === undefined || this.#agreed === this.#shown;
  }

  #ask(): void {
    this.#asks = true;
    this.update();
  }

  /** Puts a text on the button; by default, the form's own. */
  #dress(pay: string): void {
    const messages = { ...this.#messages };
    delete messages.pay;
    this.#element.messages = pay === '' ? messages : { ...messages, pay };
  }
}
