import type { CardCheckout } from '../../element/card-checkout.ts';
import { isOver } from '../../checkout/checkout-state.ts';
import { textsOfFrame } from '../../locales/sentences.ts';

/** How long an amount must have stood on the button before a press pays it. */
const readingTimeMs = 1_000;

/**
 * Keeps the amount to be charged in the frame's document, and keeps the page from paying another amount,
 * other installments or another kind of card than the buyer saw while typing.
 */
export class AmountGuard {
  isButtonHidden = false;
  readonly #element: CardCheckout;
  readonly #line = document.createElement('p');
  /** The total in the line, which no translator may change. */
  readonly #total = document.createElement('span');
  #question = '';
  /** What a payment would charge now, and since when. */
  #shown = '';
  #shownAt = 0;
  /** What the buyer saw when they began to type, or has chosen or confirmed since. */
  #agreed: string | undefined;
  /** Whether the button asks the buyer to confirm a changed order. */
  #asks = false;
  /** Whether the next change is the buyer's own. */
  #isChoosing = false;

  constructor(element: CardCheckout) {
    this.#element = element;
    this.#line.slot = 'before-button';
    this.#total.translate = false;
    element.append(this.#line);
  }

  typed(): void {
    this.#agreed ??= this.#shown;
  }

  /** Runs before the form takes the buyer's choice of installments or kind. */
  choosing(): void {
    this.#isChoosing = this.#isAgreed();
  }

  emptied(): void {
    this.#agreed = undefined;
    this.update();
  }

  /** Shows the total if neither the button nor the installments do, after each update of the element. */
  update(): void {
    const { shown: view, state, renderRoot } = this.#element;
    const { form, order, totalCentavos, total, locale } = view;
    const shown = JSON.stringify([order?.id, totalCentavos, form.kind, form.chargedInstallments]);
    if (shown !== this.#shown) this.#shownAt = performance.now();
    this.#shown = shown;
    if (this.#isChoosing && this.#agreed !== undefined) this.#agreed = shown;
    this.#isChoosing = false;
    if (isOver(state)) this.#agreed = undefined;
    this.#asks &&= !this.#isAgreed();
    const { changed, confirm, trust } = textsOfFrame(locale);
    // A translator may have replaced the button's text.
    const button = this.isButtonHidden ? null : renderRoot.querySelector('button.pay');
    const places = [button?.textContent, form.kind === 'credit' && form.choice?.details];
    const isShown = places.some((text) => text && text.includes(total));
    this.#write(this.#asks ? changed : '', isShown || total === '' ? '' : `Total: ${total}`);
    document.documentElement.classList.toggle('asks', this.#asks);
    const pay = this.#asks ? confirm : undefined;
    const { messages } = this.#element;
    if (pay !== messages.pay || trust !== messages.trust)
      this.#element.messages = { trust, ...(pay && { pay }) };
  }

  /** Pays for the page; has the buyer confirm what has changed since they began to type. */
  async submit(): Promise<void> {
    this.#updateForPress();
    if (this.#isAgreed()) return this.#element.submit();
    if (this.#element.state !== 'paying' && this.#element.reportValidity()) this.#ask();
  }

  /** Takes the buyer's press, unless the amount has just changed, or changed before Enter in a field. */
  readonly onPress = (event: Event, isEnter: boolean): void => {
    this.#updateForPress();
    if (this.#isAgreed()) return;
    if (!isEnter && performance.now() - this.#shownAt >= readingTimeMs) {
      this.#agreed = this.#shown;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#ask();
    if (isEnter) this.#element.renderRoot.querySelector<HTMLElement>('button.pay')?.focus();
  };

  /** Updates. If a program filled in the form without an event, the buyer may not have seen the amount. */
  #updateForPress(): void {
    this.update();
    if (!isOver(this.#element.state) && this.#element.checkValidity()) this.#agreed ??= '';
  }

  #isAgreed(): boolean {
    return this.#agreed === undefined || this.#agreed === this.#shown;
  }

  #ask(): void {
    this.#asks = true;
    // Enter repeats while it is held.
    this.#shownAt = performance.now();
    this.update();
  }

  #write(question: string, total: string): void {
    if (question === this.#question && total === this.#total.textContent) return;
    this.#question = question;
    this.#total.textContent = total;
    this.#line.role = question ? 'alert' : null;
    this.#line.replaceChildren(...(question || total ? [question, ' ', this.#total] : []));
  }
}
