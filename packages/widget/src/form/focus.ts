import type { CardForm } from './card-form.ts';
import type { CheckoutState } from '../state/checkout-state.ts';
import { fieldInput } from './field-inputs.ts';

/** Moves the focus to where an attempt that has ended asks for it: a field that was refused or the result. */
export function focusOnOutcome(
  root: HTMLElement | DocumentFragment,
  ended: CheckoutState,
  form: CardForm,
): void {
  const fault = form.firstFault;
  if (ended.status === 'error' && fault && Object.keys(ended.error.fields).length > 0) {
    return fieldInput(root, fault)?.focus();
  }
  root.querySelector<HTMLElement>('.result')?.focus();
}

/** Moves the focus on when what had it is gone or disabled now; browsers let it fall to the page. */
export function keepFocus(root: ParentNode, holder: Element | null | undefined): void {
  if (!holder || (holder.isConnected && !holder.matches(':disabled'))) return;
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  (find('.result, .pay:enabled') ?? find('.alert:not(:empty)'))?.focus();
}
