import { isCardHolder } from '@card-checkout/contract/holder';
import type { FieldError } from './field-error.ts';

/** Removes invisible characters: control characters, direction marks and lone surrogates. */
export function formatHolder(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.replaceAll(/\p{C}/gu, '');
}

/** Checks the name on the card. */
export function checkHolder(text: string): FieldError | undefined {
  if (text.trim() === '') return { key: 'holderEmpty' };
  return isCardHolder(text) ? undefined : { key: 'holderInvalid' };
}
