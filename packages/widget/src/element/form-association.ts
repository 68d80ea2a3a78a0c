import type { CheckoutController } from './checkout-controller.ts';
import { isOver } from '../state/checkout-state.ts';
import { fieldInput } from '../form/field-inputs.ts';
import type { FormController } from '../form/form-controller.ts';

/** The element's part in a form around it: a value, a validity and states (HTML, 4.13.7). */
export class FormAssociation {
  readonly #internals: ElementInternals;
  #customFault = '';
  #isReported = false;
  #isAsked = false;

  /** Calls `onRefused` when the element holds the form around it up. */
  constructor(element: HTMLElement, onRefused: () => void) {
    this.#internals = element.attachInternals();
    element.addEventListener('invalid', () => {
      if (this.#isAsked) return;
      this.report();
      onRefused();
    });
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get validity(): ValidityState {
    return this.#internals.validity;
  }

  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** What the page itself finds wrong, once somebody has asked; else empty. */
  get reportedFault(): string {
    return this.#isReported ? this.#customFault : '';
  }

  /** Takes what the page itself finds wrong; empty when it finds nothing. */
  setCustomFault(message: string): void {
    this.#customFault = message;
    this.#isReported &&= message !== '';
  }

  /** Shows from now on what the page finds wrong. */
  report(): void {
    this.#isReported = true;
  }

  /** Fires `invalid` unless everything is right (HTML, 4.10.21.3). */
  checkValidity(): boolean {
    this.#isAsked = true;
    const isValid = this.#internals.checkValidity();
    this.#isAsked = false;
    return isValid;
  }

  /** Gives the surrounding form the payment's id, or what is wrong and where a browser points when it says so. */
  update(
    { state, paymentId }: CheckoutController,
    filling: FormController,
    root: ParentNode,
  ): void {
    const isDone = isOver(state.status);
    this.#internals.setFormValue((isDone && paymentId) || null);
    const wrong = isDone ? undefined : filling.form.firstFault;
    const message = this.#customFault || (wrong && filling.faultText(wrong)) || '';
    if (message === this.#internals.validationMessage) return;
    const flags = this.#customFault ? { customError: true } : { badInput: message !== '' };
    this.#internals.setValidity(flags, message, (wrong && fieldInput(root, wrong)) ?? undefined);
  }

  /** Shows states to the page's style sheet, as `:state(name)`. */
  showStates(...names: readonly (string | false)[]): void {
    const { states } = this.#internals;
    states.clear();
    for (const name of names) if (name) states.add(name);
  }
}
