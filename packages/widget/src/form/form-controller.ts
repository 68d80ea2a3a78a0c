import { withDetails } from '@card-checkout/contract/payer';
import type { ReactiveController } from 'lit';
import { afterFrame } from '../browser/pause.ts';
import { fieldsFor } from '../fields/buyer-fields.ts';
import type { FieldName } from '../fields/card-fields.ts';
import type { LocaleController } from '../locales/locale-controller.ts';
import { fieldErrorText, summaryText, type Messages } from '../locales/messages.ts';
import { plansOf } from '../order/installments.ts';
import type { Order } from '../order/order.ts';
import { inWords } from '../locales/price-words.ts';
import type { Checkout } from '../checkout/checkout.ts';
import type { Page } from '../checkout/page.ts';
import { isOver, type CheckoutState } from '../checkout/checkout-state.ts';
import { eventOf } from '../checkout/events.ts';
import { formatMoney } from '../order/money.ts';
import type { CheckoutView } from '../view/checkout-view-model.ts';
import { showTexts } from '../view/field-view.ts';
import { StepText } from '../view/step-text.ts';
import { holderAfter, holderInstead, noteHand } from './focus.ts';
import type { CardForm } from '../fields/card-form.ts';
import { reformat, typeFormatted, type EditEvent } from './formatted-input.ts';

/**
 * Responds to what the buyer does in the form: renders, announces, and tells the page.
 *
 * For a key in the card's number, in this order:
 *
 * ```
 * beforeinput, input   the text is formatted, and `CardForm` takes it
 * checkout-change      if the brand, the form's validity or the total has changed
 * requestUpdate()      after the key for a new brand; at once if an error came or went
 * blur                 the error of a filled field shows, and a screen reader says it
 * ```
 */
export class FormController implements ReactiveController {
  /** What a screen reader says next, politely. */
  announcement = '';
  readonly form: CardForm;
  readonly #page: Page;
  readonly #texts: LocaleController;
  /** Whether the form is moving the focus, not the buyer. */
  isMovingFocus = false;
  readonly #checkout: Checkout;
  readonly #stepText: StepText;
  /** What the form says during the step that runs, or ''. */
  #said = '';
  #focusedBefore: Element | null | undefined;
  readonly #onChange: () => void;
  /** The fields of the latest `checkout-change`. */
  #reported = '';
  /** The order whose installments are offered, and the texts that describe them. */
  #order: Order | undefined;
  #messages: Messages | undefined;

  /** `onChange` runs when something may have become valid or invalid. */
  constructor(
    page: Page,
    form: CardForm,
    texts: LocaleController,
    checkout: Checkout,
    onChange: () => void,
  ) {
    this.#page = page;
    this.form = form;
    this.#texts = texts;
    this.#checkout = checkout;
    this.#onChange = onChange;
    this.#stepText = new StepText(page);
    page.addController(this);
  }

  hostConnected(): void {
    const { renderRoot } = this.#page;
    for (const type of ['beforeinput', 'input', 'change', 'compositionend', 'blur']) {
      // `blur` doesn't bubble.
      renderRoot.addEventListener(type, this.#onInput, true);
    }
    // Before a press removes what was pressed.
    for (const type of ['click', 'keydown']) renderRoot.addEventListener(type, noteHand, true);
  }

  /** Offers the order's installments in the buyer's language; announces a choice that is gone. */
  hostUpdate(): void {
    this.#focusedBefore = this.#page.renderRoot.activeElement;
    const { messages } = this.#texts;
    const { order, state } = this.#checkout;
    const { ask, payer } = this.#page;
    const step = state.status === 'paying' ? messages.steps[state.step] : '';
    this.#said = this.#stepText.during(state, step, messages);
    // What neither the page nor the order has.
    this.form.ask(fieldsFor(ask, withDetails({ ...payer }, order?.payer)));
    if (order === this.#order && messages === this.#messages) return;
    this.#order = order;
    this.#messages = messages;
    this.form.fillIn(order?.document);
    const choices = order ? plansOf(order).map((plan) => inWords(plan, order, messages)) : [];
    if (this.form.offer(choices)) this.announcement = messages.installmentsChanged;
    void this.#notifyWhenDrawn();
  }

  hostUpdated(): void {
    const { renderRoot } = this.#page;
    showTexts(renderRoot, this.form);
    this.moveFocus(holderInstead(renderRoot, this.#focusedBefore));
  }

  /** Returns what the form shows, with what the element adds. */
  view(
    given: Pick<CheckoutView, 'isLoaded' | 'isDisabled' | 'customError' | 'onSubmit'>,
  ): CheckoutView {
    const { form, announcement } = this;
    const { order, state } = this.#checkout;
    const { locale, messages } = this.#texts;
    const paid = 'payment' in state && isOver(state.status) ? state.payment?.amount : undefined;
    const paying = state.status === 'paying' ? state.totalCentavos : undefined;
    const totalCentavos = paid ?? paying ?? (order && form.totalCentavos(order));
    const total = totalCentavos === undefined ? '' : formatMoney(totalCentavos, messages.numbers);
    // Several installments stand on the button in place of the total.
    const onButton = (form.kind === 'credit' && form.choice?.onButton) || total;
    return {
      ...given,
      form,
      state,
      order,
      totalCentavos,
      total,
      payText: messages.pay.replace('{amount}', onButton).replace('{amount}', total).trim(),
      stepText: this.#said,
      locale,
      messages,
      announcement,
      isLocked: given.isDisabled || state.status === 'paying',
      onCancel: () => this.#checkout.cancel(),
      onReset: () => this.#checkout.reset(),
      onReload: this.#page.surroundings?.reload ?? (() => location.reload()),
      onEdit: () => this.edited(),
      onFocus: (name) => this.focusOn(name),
    };
  }

  focusOn(name: FieldName): void {
    this.moveFocus(this.form.inputIn(this.#page.renderRoot, name));
  }

  /**
   * Focuses a field that has an error, one frame later: Orca reads an error twice if it appears in a
   * focused field. On a phone, only an immediate focus opens the keyboard.
   */
  async focusOnFault(name: FieldName): Promise<void> {
    if (!this.#page.renderRoot.querySelector('.by-pointer')) await afterFrame(0);
    this.focusOn(name);
  }

  /** Moves the focus to what the buyer has waited for. */
  focusOnEnd(state: CheckoutState): void {
    this.moveFocus(holderAfter(state, this.#page.renderRoot, this.form));
  }

  /** Says something politely. */
  say(text: string): void {
    this.announcement = text;
    this.#page.requestUpdate();
  }

  moveFocus(target: HTMLElement | undefined): void {
    this.isMovingFocus = true;
    target?.focus();
    this.isMovingFocus = false;
  }

  /** Returns the sentence of a field's error, shown or not. */
  errorText(name: FieldName): string | undefined {
    const error = this.form.error(name);
    return error && fieldErrorText(error, this.#texts.messages);
  }

  report(): void {
    this.form.reportAll();
    const summary = summaryText(this.form.invalid.length, this.#texts.messages);
    // A live region only speaks when its text changes; pressing Enter twice is answered twice.
    const end = this.announcement === summary ? '\u00a0' : '';
    this.announcement = this.form.isValid ? '' : summary + end;
    this.#page.requestUpdate();
  }

  /** Redraws the form and tells the page what has changed. */
  edited(): void {
    this.#page.requestUpdate();
    this.announcement = '';
    this.#notify();
  }

  /** Formats the text of a field and takes it, or reports the field that the buyer leaves. */
  readonly #onInput = (event: EditEvent): void => {
    const { target: input } = event;
    const field = this.form.fields.find(({ id }) => input instanceof Element && id === input.id);
    if (!field) return;
    const { name, format } = field;
    if (event.type === 'blur') return this.#onLeave();
    if (input instanceof HTMLSelectElement) return this.#onType(name, input.value);
    if (!(input instanceof HTMLInputElement)) return;
    if (event.type !== 'beforeinput') reformat(input, format, event);
    else if (!typeFormatted(input, format, event)) return;
    this.#onType(name, input.value);
  };

  /** Takes a key's text. Most keys render nothing; a new brand is rendered after the key. */
  #onType(name: FieldName, text: string): void {
    const changed = this.form.type(name, text);
    if (changed === 'error' || this.announcement !== '') {
      this.edited();
      if (this.form.shownError(name)) this.announcement = this.errorText(name) ?? '';
      return;
    }
    if (changed === 'brand') void afterFrame(0).then(() => this.#page.requestUpdate());
    if (changed !== 'nothing') this.#notify();
  }

  /** Takes what a program, such as a password manager, wrote into the fields without an event. */
  read(): void {
    const { form } = this;
    for (const name of form.names) {
      const input = form.inputIn(this.#page.renderRoot, name);
      const isShown = !form.unshown.includes(name);
      if (input && isShown && input.value !== form.text(name))
        input.dispatchEvent(new CustomEvent('change'));
    }
  }

  async #notifyWhenDrawn(): Promise<void> {
    await this.#checkout.drawn;
    await this.#page.updateComplete;
    this.read();
    this.#notify();
  }

  /** Reports what was typed; redraws only if there is something to show or to take back. */
  #onLeave(): void {
    this.read();
    const news = this.form.leave();
    if (!news && this.announcement === '') return;
    this.announcement = (news && this.errorText(news)) ?? '';
    this.#page.requestUpdate();
  }

  /** Tells the page when brand, validity or total have changed, and a surrounding form what is wrong. */
  #notify(): void {
    this.#onChange();
    const { isValid, rule, chargedInstallments } = this.form;
    const { order } = this.#checkout;
    const fields = {
      valid: isValid,
      brand: rule?.brand,
      installments: chargedInstallments,
      totalCentavos: order && this.form.totalCentavos(order),
    };
    const report = Object.values(fields).join();
    if (report === this.#reported) return;
    this.#reported = report;
    if (rule?.isRetired) this.announcement = this.#texts.messages.retiredBrand;
    this.#page.dispatchEvent(eventOf('checkout-change', fields));
  }
}
