import { cardDigits, type FieldName } from '../fields/card-fields.ts';
import type { CheckoutState } from '../state/checkout-state.ts';
import type { CardForm } from './card-form.ts';
import type { EditEvent } from './formatted-input.ts';

/** Moves the focus on from a complete, valid field if the next one is empty. */
export function advance(
  form: CardForm,
  name: FieldName,
  input: HTMLInputElement,
  { inputType = '' }: EditEvent,
): void {
  const next = form.names[form.names.indexOf(name) + 1];
  const isAtEnd = input.selectionEnd === input.value.length;
  const isTyped = inputType === 'insertText' || inputType === 'insertFromPaste';
  if (!next || !isAtEnd || !isTyped || form.text(next) !== '' || !isComplete(form, name)) return;
  form.inputIn(input.form ?? document, next)?.focus();
}

function isComplete(form: CardForm, name: FieldName): boolean {
  if (form.error(name)) return false;
  const { rule } = form;
  const text = form.text(name);
  if (name === 'number') return cardDigits(text).length === rule?.lengths[1];
  if (name === 'securityCode') return text.length === rule?.securityCodeLength;
  return name === 'expiry' && /^\d\d\/\d\d$/.test(text);
}

/** Moves the focus to a refused field or to the result. */
export function focusOnOutcome(
  root: HTMLElement | DocumentFragment,
  ended: CheckoutState,
  form: CardForm,
): void {
  const invalid = form.firstInvalid;
  if (ended.status === 'error' && invalid && Object.keys(ended.error.fields).length > 0) {
    return form.inputIn(root, invalid)?.focus();
  }
  // The security code is gone, and the field says why.
  if (ended.status === 'declined') return form.inputIn(root, 'securityCode')?.focus();
  root.querySelector<HTMLElement>('.result')?.focus();
}

/** Moves the focus on if its holder is gone, hidden or disabled; browsers would move it to the page. */
export function keepFocus(root: ParentNode, holder: Element | null | undefined): void {
  if (!holder || (holder.isConnected && !holder.matches(':disabled, [hidden] *'))) return;
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  (find('.result, .pay:enabled') ?? find('.alert:not(:empty)'))?.focus();
}

/** Notes whether the buyer pressed the button with a pointer: then the result needs no outline. */
export function noteHand({ target, detail }: Event & { detail?: number }): void {
  const button = target instanceof Element && target.closest('.pay');
  // Keys make clicks, too.
  if (button) button.closest('form')?.classList.toggle('by-pointer', Boolean(detail));
}
