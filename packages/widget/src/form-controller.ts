import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { BrandMarks } from './card/brand-marks.ts';
import { CardForm, type FieldName } from './card-form.ts';
import { CheckoutChangeEvent } from './events.ts';
import { faultText } from './field-view.ts';
import { idle } from './idle.ts';
import { installmentChoices } from './installments.ts';
import type { LocaleController } from './locales/locale-controller.ts';
import type { Messages } from './locales/messages.ts';
import type { Order } from './order.ts';

/** Is what the controller needs of its element. */
interface FormHooks {
  /** Gives the order that is to be paid. */
  order(): Order | undefined;
  /** Hears whenever something may have become right or wrong. */
  onChange(): void;
}

/** Answers what the buyer does in the form: what is drawn, announced and told to the page. */
export class FormController implements ReactiveController {
  readonly form = new CardForm();
  /** What a screen reader says next, politely. */
  announcement = '';
  marks: BrandMarks | undefined;
  /** Whether amounts are written; a phone takes a tenth of a second for the first, so fields come before. */
  hasAmounts = false;
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #texts: LocaleController;
  readonly #hooks: FormHooks;
  /** What the page was told last about validity and brand. */
  #told = '';
  /** The order whose instalments are offered, and the texts that they are offered in. */
  #order: Order | undefined;
  #words: Messages | undefined;

  constructor(
    host: ReactiveControllerHost & EventTarget,
    texts: LocaleController,
    hooks: FormHooks,
  ) {
    this.#host = host;
    this.#texts = texts;
    this.#hooks = hooks;
    host.addController(this);
  }

  hostConnected(): void {
    void this.#showAmounts();
  }

  /** Offers the instalments of the order, in the buyer's language, and says so when a choice is gone. */
  hostUpdate(): void {
    const { locale, messages } = this.#texts;
    const order = this.#hooks.order();
    const words = this.hasAmounts ? messages : undefined;
    if (order === this.#order && words === this.#words) return;
    this.#order = order;
    this.#words = words;
    const choices = order ? installmentChoices(order, locale, words) : [];
    if (this.form.offer(choices)) this.announcement = messages.installmentsChanged;
  }

  /** The sentence of a field's fault, shown or not. */
  faultText(name: FieldName): string | undefined {
    const fault = this.form.fault(name);
    return fault && faultText(fault, this.#texts.messages);
  }

  /** Shows everything that is wrong. */
  report(): void {
    this.form.reportAll();
    const { summary } = this.#texts.messages;
    // A live region speaks when its text changes; pressing Enter twice is answered twice.
    const end = this.announcement === summary ? '\u00a0' : '';
    this.announcement = this.form.isValid ? '' : summary + end;
    this.#host.requestUpdate();
  }

  /** Reports a field that the buyer has left; draws nothing where nothing is wrong and nothing was said. */
  left(name: FieldName): void {
    this.form.leave(name);
    const fault = this.form.shownFault(name);
    if (!fault && this.announcement === '') return;
    this.announcement = fault ? faultText(fault, this.#texts.messages) : '';
    this.#host.requestUpdate();
  }

  /** Takes what stands in a field now, and draws what else changes by it: by most keys nothing does. */
  typed(name: FieldName, text: string): void {
    const changed = this.form.type(name, text);
    if (changed === 'look' || this.announcement !== '') this.edited();
    else if (changed === 'validity') this.#tell();
  }

  /** Draws the form anew, and tells the page what has changed. */
  edited(): void {
    this.#host.requestUpdate();
    this.announcement = '';
    if (this.form.rule && !this.marks) void this.#loadMarks();
    this.#tell();
  }

  /** Tells the page when brand or validity have changed, and a form around the element what is wrong. */
  #tell(): void {
    this.#hooks.onChange();
    const { isValid, rule } = this.form;
    const telling = `${isValid} ${rule?.brand}`;
    if (telling === this.#told) return;
    this.#told = telling;
    if (rule?.isRetired) this.announcement = this.#texts.messages.retiredBrand;
    this.#host.dispatchEvent(new CheckoutChangeEvent(isValid, rule?.brand));
  }

  async #showAmounts(): Promise<void> {
    await idle();
    this.hasAmounts = true;
    this.#host.requestUpdate();
  }

  async #loadMarks(): Promise<void> {
    try {
      const { brandMarks } = await import('./card/brand-marks.ts');
      this.marks = brandMarks;
      this.#host.requestUpdate();
    } catch {
      // The brands' names do as well.
    }
  }
}
