import { fieldNames, type FieldName } from './card-form.ts';

/**
 * `id` and `name` of the inputs, which Safari and password managers go by. Those of the card are its
 * autofill tokens, too; HTML has none for a CPF or CNPJ.
 */
export const fieldIds = {
  number: 'cc-number',
  expiry: 'cc-exp',
  securityCode: 'cc-csc',
  holder: 'cc-name',
  document: 'document',
} as const satisfies Record<FieldName, string>;

/** Finds the input of a field. */
export function fieldInput(root: ParentNode, name: FieldName): HTMLInputElement | null {
  return root.querySelector<HTMLInputElement>(`#${fieldIds[name]}`);
}

/** Returns the text field that an event comes from, with its name. */
export function fieldOf({ target }: Event): [FieldName, HTMLInputElement] | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const name = fieldNames.find((one) => fieldIds[one] === target.id);
  return name && [name, target];
}
