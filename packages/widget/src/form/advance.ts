import { cardDigits } from '../fields/number.ts';
import type { CardForm, FieldName } from './card-form.ts';
import { fieldInput } from './field-inputs.ts';
import type { EditEvent } from './formatted-input.ts';

/** Moves on from a field that was typed to its end and is right, if the next one is empty. */
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
  fieldInput(input.form ?? document, next)?.focus();
}

/** Whether a field is right, and nobody would type on in it. */
function isComplete(form: CardForm, name: FieldName): boolean {
  if (form.error(name)) return false;
  const { rule } = form;
  const text = form.text(name);
  if (name === 'number') return cardDigits(text).length === rule?.lengths[1];
  if (name === 'securityCode') return text.length === rule?.securityCodeLength;
  return name === 'expiry' && /^\d\d\/\d\d$/.test(text);
}
