import { isCardHolder } from '@card-checkout/contract/holder';
import type { FieldError } from './field-error.ts';

/** Drops what nobody sees: control characters, direction marks and halves of characters. */
export function formatHolder(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.replaceAll(/\p{C}/gu, '');
}

/** Finds what is wrong with the name on the card. */
export function checkHolder(text: string): FieldError | undefined {
  if (text.trim() === '') return { key: 'holderEmpty' };
  return isCardHolder(text) ? undefined : { key: 'holderInvalid' };
}
