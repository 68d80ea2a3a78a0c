import { fieldInput } from '../form/field-inputs.ts';
import type { FormController } from '../form/form-controller.ts';
import { isOver } from '../state/checkout-state.ts';
import type { CheckoutController } from './checkout-controller.ts';

/** The element's part in a surrounding form: a value, a validity and states (HTML, 4.13.7). */
export class FormAssociation {
  readonly internals: ElementInternals;
  #customError = '';
  #isReported = false;
  #isChecking = false;

  /** `onRefused` runs when the invalid element blocks the surrounding form. */
  constructor(element: HTMLElement, onRefused: () => void) {
    this.internals = element.attachInternals();
    element.addEventListener('invalid', () => {
      if (this.#isChecking) return;
      this.report();
      onRefused();
    });
  }

  /** The page's own error message, once errors are reported; else empty. */
  get reportedError(): string {
    return this.#isReported ? this.#customError : '';
  }

  /** Sets the page's own error message; empty removes it. */
  setCustomError(message: string): void {
    this.#customError = message;
    this.#isReported &&= message !== '';
  }

  /** Shows the page's own error message from now on. */
  report(): void {
    this.#isReported = true;
  }

  /** Fires `invalid` unless everything is valid (HTML, 4.10.21.3). */
  checkValidity(): boolean {
    this.#isChecking = true;
    const isValid = this.internals.checkValidity();
    this.#isChecking = false;
    return isValid;
  }

  /** Passes the payment's id to the surrounding form, or an error and the input that has it. */
  update({ state, paymentId }: CheckoutController, typed: FormController, root: ParentNode): void {
    const isDone = isOver(state.status);
    this.internals.setFormValue((isDone && paymentId) || null);
    const invalid = isDone ? undefined : typed.form.firstInvalid;
    const message = this.#customError || (invalid && typed.errorText(invalid)) || '';
    if (message === this.internals.validationMessage) return;
    const flags = this.#customError ? { customError: true } : { badInput: message !== '' };
    this.internals.setValidity(flags, message, (invalid && fieldInput(root, invalid)) ?? undefined);
  }

  /** Exposes states to the page's style sheet, as `:state(name)`. */
  showStates(...names: readonly (string | false)[]): void {
    const { states } = this.internals;
    states.clear();
    for (const name of names) if (name) states.add(name);
  }
}
