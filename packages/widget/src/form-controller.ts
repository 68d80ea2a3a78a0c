import type { ReactiveControllerHost } from 'lit';
import type { BrandMarks } from './card/brand-marks.ts';
import { CardForm, type FieldName } from './card-form.ts';
import { CheckoutChangeEvent } from './events.ts';
import { faultText } from './field-view.ts';
import { installmentChoices } from './installments.ts';
import type { LocaleController } from './locales/locale-controller.ts';
import type { Order } from './order.ts';

/** Answers what the buyer does in the form: what is drawn, announced and told to the page. */
export class FormController {
  readonly form = new CardForm();
  /** What a screen reader says next, politely. */
  announcement = '';
  marks: BrandMarks | undefined;
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #texts: LocaleController;
  /** What the page was told last about validity and brand. */
  #told = '';

  constructor(host: ReactiveControllerHost & EventTarget, texts: LocaleController) {
    this.#host = host;
    this.#texts = texts;
  }

  /** The sentence of a field's fault, shown or not. */
  faultText(name: FieldName): string | undefined {
    const fault = this.form.fault(name);
    return fault && faultText(fault, this.#texts.messages);
  }

  /** Offers the instalments of an order, in the buyer's language, and says so when a choice is gone. */
  offerInstallments(order: Order | undefined): void {
    const { locale, messages } = this.#texts;
    const choices = order ? installmentChoices(order, locale, messages) : [];
    if (this.form.offer(choices)) this.announcement = messages.installmentsChanged;
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

  /** Reports a field that the buyer has left. */
  left(name: FieldName): void {
    this.form.leave(name);
    const fault = this.form.shownFault(name);
    this.announcement = fault ? faultText(fault, this.#texts.messages) : '';
    this.#host.requestUpdate();
  }

  /** Draws what was typed, and tells the page when brand or validity changed by it. */
  edited(): void {
    this.#host.requestUpdate();
    this.announcement = '';
    const { isValid, rule } = this.form;
    const brand = rule?.brand;
    if (brand && !this.marks) void this.#loadMarks();
    const telling = `${isValid} ${brand}`;
    if (telling === this.#told) return;
    this.#told = telling;
    if (rule?.isRetired) this.announcement = this.#texts.messages.retiredBrand;
    this.#host.dispatchEvent(new CheckoutChangeEvent(isValid, brand));
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
