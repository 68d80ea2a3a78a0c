import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterFrame } from '../browser/after-frame.ts';
import type { BrandMarks } from '../fields/brand-marks.ts';
import { CardForm, type FieldName } from './card-form.ts';
import { CheckoutChangeEvent } from '../state/events.ts';
import { fieldOf } from './field-inputs.ts';
import { faultText } from '../view/field-view.ts';
import { reformat, typeFormatted, type EditEvent } from './formatted-input.ts';
import { installmentChoices } from '../order/installments.ts';
import type { LocaleController } from '../locales/locale-controller.ts';
import type { Messages } from '../locales/messages.ts';
import type { Order } from '../order/order.ts';

/** What the controller needs of its element. */
interface FormHost extends ReactiveControllerHost, EventTarget {
  readonly renderRoot: EventTarget;
}

/** What the element tells, and hears. */
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
  readonly #host: FormHost;
  readonly #texts: LocaleController;
  readonly #hooks: FormHooks;
  /** What the page was told last about validity and brand. */
  #told = '';
  /** The order whose installments are offered, and the texts that they are offered in. */
  #order: Order | undefined;
  #words: Messages | undefined;

  constructor(host: FormHost, texts: LocaleController, hooks: FormHooks) {
    this.#host = host;
    this.#texts = texts;
    this.#hooks = hooks;
    host.addController(this);
  }

  hostConnected(): void {
    const { renderRoot } = this.#host;
    for (const type of ['beforeinput', 'input', 'change', 'compositionend', 'blur']) {
      // `blur` does not bubble.
      renderRoot.addEventListener(type, this.#heard, true);
    }
    void this.#complete();
  }

  /** Offers the installments of the order, in the buyer's language, and says so when a choice is gone. */
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

  /** Draws the form anew, and tells the page what has changed. */
  edited(): void {
    this.#host.requestUpdate();
    this.announcement = '';
    this.#tell();
  }

  /** Formats what stands in a field, and takes it; or reports the field that the buyer leaves. */
  readonly #heard = (event: EditEvent): void => {
    const [name, input] = fieldOf(event) ?? [];
    if (!name || !input) return;
    const format = (text: string): string => this.form.format(name, text);
    if (event.type === 'blur') return this.#left(name);
    if (event.type !== 'beforeinput') reformat(input, format, event);
    else if (!typeFormatted(input, format, event)) return;
    this.#typed(name, input.value);
  };

  /** Takes what stands in a field now; by most keys nothing else changes, and the brand is drawn after the key. */
  #typed(name: FieldName, text: string): void {
    const changed = this.form.type(name, text);
    if (changed === 'fault' || this.announcement !== '') return this.edited();
    if (changed === 'brand') void afterFrame(0).then(() => this.#host.requestUpdate());
    if (changed !== 'nothing') this.#tell();
  }

  /** Reports a field; draws nothing where nothing is wrong and nothing was said. */
  #left(name: FieldName): void {
    this.form.leave(name);
    const fault = this.form.shownFault(name);
    if (!fault && this.announcement === '') return;
    this.announcement = fault ? faultText(fault, this.#texts.messages) : '';
    this.#host.requestUpdate();
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

  /** Adds what the first frame does without: amounts and the brands' marks. */
  async #complete(): Promise<void> {
    await afterFrame();
    this.hasAmounts = true;
    this.#host.requestUpdate();
    try {
      const { brandMarks } = await import('../fields/brand-marks.ts');
      this.marks = brandMarks;
      this.#host.requestUpdate();
    } catch {
      // The brands' names do as well.
    }
  }
}
