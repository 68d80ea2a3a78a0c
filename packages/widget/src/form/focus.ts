import type { CardForm } from './card-form.ts';
import type { CheckoutState } from '../state/checkout-state.ts';
import { fieldInput } from './field-inputs.ts';

/** Moves the focus to what the end of an attempt calls for: a refused field or the result. */
export function focusOnOutcome(
  root: HTMLElement | DocumentFragment,
  ended: CheckoutState,
  form: CardForm,
): void {
  const invalid = form.firstInvalid;
  if (ended.status === 'error' && invalid && Object.keys(ended.error.fields).length > 0) {
    return fieldInput(root, invalid)?.focus();
  }
  // The security code is gone, and another card begins above it.
  if (ended.status === 'declined') return fieldInput(root, 'securityCode')?.focus();
  root.querySelector<HTMLElement>('.result')?.focus();
}

/** Moves the focus on when its holder is gone or disabled; browsers would give it to the page. */
export function keepFocus(root: ParentNode, holder: Element | null | undefined): void {
  if (!holder || (holder.isConnected && !holder.matches(':disabled'))) return;
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  (find('.result, .pay:enabled') ?? find('.alert:not(:empty)'))?.focus();
}
