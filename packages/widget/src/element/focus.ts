import type { CardForm } from '../form/card-form.ts';
import { fieldInput } from '../form/field-inputs.ts';
import type { CheckoutState } from '../state/checkout-state.ts';

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
  // The security code is gone, and the field says why.
  if (ended.status === 'declined') return fieldInput(root, 'securityCode')?.focus();
  root.querySelector<HTMLElement>('.result')?.focus();
}

/** Moves the focus on when its holder is gone, hidden or disabled; browsers would give it to the page. */
export function keepFocus(root: ParentNode, holder: Element | null | undefined): void {
  if (!holder || (holder.isConnected && !holder.matches(':disabled, [hidden] *'))) return;
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  (find('.result, .pay:enabled') ?? find('.alert:not(:empty)'))?.focus();
}

/** Notes whether the buyer pressed the button with a pointer, who needs no outline around the result. */
export function noteHand({ target, detail }: Event & { detail?: number }): void {
  const button = target instanceof Element && target.closest('.pay');
  // Keys make clicks, too.
  if (button) button.closest('form')?.classList.toggle('by-pointer', Boolean(detail));
}
