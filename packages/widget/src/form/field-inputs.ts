import type { CardForm, FieldName } from './card-form.ts';

/**
 * `id` and `name` of the inputs, which Safari and password managers go by. The card's are its autofill
 * tokens, too; HTML has none for a CPF or CNPJ.
 */
const cardIds: Partial<Record<FieldName, string>> = {
  number: 'cc-number',
  expiry: 'cc-exp',
  securityCode: 'cc-csc',
  holder: 'cc-name',
  document: 'document',
};

/** Returns the `id` and `name` of a field's input. */
export function fieldId(name: FieldName): string {
  return cardIds[name] ?? name;
}

/** Finds the input of a field. */
export function fieldInput(root: ParentNode, name: FieldName): HTMLInputElement | null {
  return root.querySelector<HTMLInputElement>(`#${fieldId(name)}`);
}

/** Returns the text field that an event comes from, with its name. */
export function fieldOf(
  { target }: Event,
  { names }: CardForm,
): [FieldName, HTMLInputElement] | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const name = names.find((one) => fieldId(one) === target.id);
  return name && [name, target];
}
