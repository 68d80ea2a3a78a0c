import type { CardForm, FieldName } from './card-form.ts';
import type { CheckoutState } from './checkout-state.ts';

/** Finds the input of a field among what is drawn. */
export function fieldInput(root: ParentNode, name: FieldName): HTMLInputElement | null {
  return root.querySelector<HTMLInputElement>(`[data-field=${name}]`);
}

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
