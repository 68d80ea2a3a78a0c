import { withDetails } from '@card-checkout/contract/payer';
import type { ReactiveController } from 'lit';
import { afterFrame } from '../browser/pause.ts';
import { lazyFile } from '../browser/lazy-file.ts';
import type { FieldName } from '../fields/card-fields.ts';
import type { LocaleController } from '../locales/locale-controller.ts';
import { fieldErrorText, summaryText, type Messages } from '../locales/messages.ts';
import { installmentChoices } from '../order/installments.ts';
import type { Order } from '../order/order.ts';
import type { Checkout, Page } from '../page.ts';
import type { wordsOf } from '../order/price-words.ts';
import { eventOf } from '../state/events.ts';
import type { readFields } from './read-fields.ts';
import type { CardForm } from './card-form.ts';
import { reformat, typeFormatted, type EditEvent } from './formatted-input.ts';
import type * as Details from './buyer-details.ts';

const loadDetails = lazyFile(() => import('./buyer-details.ts'));

interface LoadedCheckout extends Pick<Checkout, 'order'> {
  /** Code loaded after the first frame. */
  readonly loaded: { wordsOf: typeof wordsOf; readFields: typeof readFields } | undefined;
}

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
  /** Whether the fields for the buyer's details have loaded, if the page asks for them. */
  isLoaded = false;
  readonly form: CardForm;
  readonly #page: Page;
  readonly #texts: LocaleController;
  readonly #checkout: LoadedCheckout;
  readonly #onChange: () => void;
  /** The fields of the latest `checkout-change`. */
  #reported = '';
  /** The order whose installments are offered, and the texts that describe them. */
  #order: Order | undefined;
  #messages: Messages | undefined;
  #details: typeof Details | undefined;
  #isLoading = false;

  /** `onChange` runs when something may have become valid or invalid. */
  constructor(
    page: Page,
    form: CardForm,
    texts: LocaleController,
    checkout: LoadedCheckout,
    onChange: () => void,
  ) {
    this.#page = page;
    this.form = form;
    this.#texts = texts;
    this.#checkout = checkout;
    this.#onChange = onChange;
    page.addController(this);
  }

  hostConnected(): void {
    const { renderRoot } = this.#page;
    for (const type of ['beforeinput', 'input', 'change', 'compositionend', 'blur']) {
      // `blur` doesn't bubble.
      renderRoot.addEventListener(type, this.#onInput, true);
    }
  }

  /** Offers the order's installments in the buyer's language; announces a choice that is gone. */
  hostUpdate(): void {
    this.#ask();
    const { locale, messages } = this.#texts;
    const { order, loaded } = this.#checkout;
    const words = loaded && messages;
    if (order === this.#order && words === this.#messages) return;
    this.#order = order;
    this.#messages = words;
    this.form.fillIn(order?.document);
    const choices = order
      ? installmentChoices(order, (plan) => loaded?.wordsOf(plan, order, locale, messages))
      : [];
    if (this.form.offer(choices)) this.announcement = messages.installmentsChanged;
    // By then, scripts of the page have added their listeners.
    if (loaded) void this.#page.updateComplete.then(() => this.#readAndNotify());
  }

  /** Asks for the details in `ask` that neither the page nor the order has. */
  #ask(): void {
    const { ask, payer } = this.#page;
    if (!ask) this.isLoaded = true;
    else if (!this.#isLoading) void this.#loadDetails();
    const known = withDetails({ ...payer }, this.#checkout.order?.payer);
    if (this.#details) this.form.ask(this.#details.fieldsFor(ask, known));
  }

  async #loadDetails(): Promise<void> {
    this.#isLoading = true;
    try {
      this.#details = await loadDetails();
      this.#texts.add(this.#details.buyerTexts);
    } catch {
      // A payment without them is better than none.
    }
    this.isLoaded = true;
    this.#page.requestUpdate();
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

  /** Takes what a program wrote into the fields without an event. */
  read(): void {
    this.#checkout.loaded?.readFields(this.#page.renderRoot, this.form);
  }

  #readAndNotify(): void {
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
