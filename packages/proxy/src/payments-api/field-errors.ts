import type { InputFault, InputFields } from '@card-checkout/contract';
import type { Template } from './template.ts';

/** The fields that a buyer fills in and so can correct. */
const buyerEditableFields = new Set([
  'card.number',
  'card.holder',
  'card.expiry',
  'card.securityCode',
  'payer.document',
  'payer.name',
  'payer.email',
  'payer.phone',
  'installments',
  'threeDSecure',
]);

/**
 * Maps the API's `errors` (docs/payments-api.md, section 7) to our field names and faults; the API's
 * texts are not for buyers. Returns `undefined` if the buyer cannot edit one of the fields.
 */
export function fieldsOf(errors: unknown, template: Template): InputFields | undefined {
  const fields: InputFields = {};
  for (const [apiPath, messages] of flattened(errors)) {
    const name = templatePathOf(apiPath, template);
    if (!name || !buyerEditableFields.has(name)) return undefined;
    fields[name] = [name === 'threeDSecure' ? 'incomplete' : faultOf(messages)];
  }
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** Lists the leaves of nested error objects, each with its path. */
function flattened(errors: unknown, path: string[] = []): [string, unknown][] {
  if (typeof errors === 'object' && errors !== null && !Array.isArray(errors)) {
    return Object.entries(errors).flatMap(([name, member]) => flattened(member, [...path, name]));
  }
  return path.length > 0 ? [[path.join('.'), errors]] : [];
}

function templatePathOf(apiPath: string, template: Template): string | undefined {
  const name =
    apiPath.split('.')[0] === 'threeDSecure' ? 'threeDSecure' : template.fieldOf(apiPath);
  return name?.startsWith('threeDSecure.') ? 'threeDSecure' : name;
}

function faultOf(messages: unknown): InputFault {
  return JSON.stringify(messages)?.includes('Este campo é obrigatório') ? 'required' : 'refused';
}
