import { keepFocusable } from '../browser/keep-focusable.ts';
import { isOver } from '../state/checkout-state.ts';
import type { Status } from './frame-messages.ts';

/** Before the frame has said anything. The text is never shown, and makes a form wait. */
export const noStatus: Status = {
  type: 'status',
  state: 'ready',
  paymentId: undefined,
  states: ['loading'],
  validationMessage: '…',
};

/** The element's part in a surrounding form, as the frame last told it (HTML, 4.13.7). */
export class FormPart {
  readonly internals: ElementInternals;
  status = noStatus;
  #customError = '';
  #isChecking = false;

  /** `onRefused` runs when the element is the first one that blocks the surrounding form. */
  constructor(element: HTMLElement, onRefused: () => void) {
    this.internals = element.attachInternals();
    element.addEventListener('invalid', () => {
      if (this.#isChecking) return;
      void keepFocusable(element);
      const elements = [...(this.internals.form?.elements ?? [])];
      if (elements.find((one) => one.matches(':invalid:not(fieldset)')) === element) onRefused();
    });
  }

  /** Fires `invalid` unless everything is valid (HTML, 4.10.21.3). */
  checkValidity(): boolean {
    this.#isChecking = true;
    const isValid = this.internals.checkValidity();
    this.#isChecking = false;
    return isValid;
  }

  setCustomError(message: string, anchor: HTMLElement): void {
    this.#customError = message;
    this.show(this.status, anchor);
  }

  /** Shows a status to the surrounding form and to the page's style sheet. */
  show(status: Status, anchor: HTMLElement): void {
    const { internals } = this;
    this.status = status;
    internals.setFormValue((isOver(status.state) && status.paymentId) || null);
    const message = this.#customError || status.validationMessage;
    const flags = this.#customError ? { customError: true } : { badInput: message !== '' };
    internals.setValidity(flags, message, anchor.isConnected ? anchor : undefined);
    internals.states.clear();
    for (const name of status.states) internals.states.add(name);
  }
}
