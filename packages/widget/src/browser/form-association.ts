import { mistakes, tell } from './mistakes.ts';
import { afterFrame } from './pause.ts';

/** A custom element's part in the form around it (HTML, 4.13.7). */
export class FormAssociation {
  readonly internals: ElementInternals;
  /** The page's own error message; empty if there is none. */
  customError = '';
  #isChecking = false;
  #anchor: HTMLElement | undefined;

  /** `onRefused` runs when the invalid element blocks the form. */
  constructor(element: HTMLElement, onRefused: () => void) {
    this.internals = element.attachInternals();
    element.addEventListener('invalid', () => {
      if (this.#isChecking) return;
      if (!element.checkVisibility()) tell(mistakes.hidden);
      void keepFocusable(element);
      onRefused();
    });
  }

  /** Fires `invalid` unless everything is valid (HTML, 4.10.21.3). */
  checkValidity(): boolean {
    this.#isChecking = true;
    const isValid = this.internals.checkValidity();
    this.#isChecking = false;
    return isValid;
  }

  /** Passes on the value, and what is wrong, if anything, with the input or frame that has it. */
  update(value: string | false | undefined, fault: string, anchor: HTMLElement | undefined): void {
    this.internals.setFormValue(value || null);
    const message = this.customError || fault;
    if (message === this.internals.validationMessage && anchor === this.#anchor) return;
    this.#anchor = anchor;
    const flags = this.customError ? { customError: true } : { badInput: message !== '' };
    this.internals.setValidity(flags, message, anchor);
  }

  /** Exposes states to the page's style sheet, as `:state(name)`. */
  showStates(names: readonly (string | false)[]): void {
    const { states } = this.internals;
    states.clear();
    for (const name of names) if (name) states.add(name);
  }
}

/**
 * Makes an invalid element focusable while Firefox reports what is invalid. Firefox focuses the wrong
 * input, but logs an error if the element itself can't be focused. Other browsers would focus the element
 * (https://github.com/mdn/content/pull/33076).
 */
async function keepFocusable(element: HTMLElement): Promise<void> {
  if (element.hasAttribute('tabindex') || !CSS.supports('-moz-appearance:none')) return;
  element.tabIndex = -1;
  await afterFrame(0);
  element.removeAttribute('tabindex');
}
