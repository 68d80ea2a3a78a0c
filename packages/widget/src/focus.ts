import type { CardForm, FieldName } from './card-form.ts';
import type { CheckoutState } from './checkout-state.ts';

/** Finds the input of a field among what is drawn. */
export function fieldInput(root: ParentNode, name: FieldName): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-field=${name}]`);
}

/** Moves the focus to where an attempt that has ended asks for it: a field, the result or the button. */
export function focusOnOutcome(
  root: HTMLElement | DocumentFragment,
  ended: CheckoutState,
  form: CardForm,
): void {
  const fault = form.firstFault;
  if (ended.status === 'error' && fault && Object.keys(ended.error.fields).length > 0) {
    return fieldInput(root, fault)?.focus();
  }
  // The pressed button is gone, or was never the one that had the focus.
  const hasFocus = root.querySelector(':focus') !== null;
  const outcome = root.querySelector<HTMLElement>('[part~=result]');
  if (outcome) outcome.focus();
  else if (!hasFocus) root.querySelector<HTMLElement>('[part~=button]')?.focus();
}
