import { isCardHolder, maxHolderLength } from '@card-checkout/contract/holder';
import type { Fault } from '../fault.ts';

/** Keeps as much of a name as the wire takes. */
export function formatHolder(text: string): string {
  return text.slice(0, maxHolderLength);
}

/** Finds what is wrong with the name on the card. */
export function checkHolder(text: string): Fault | undefined {
  if (text.trim() === '') return { key: 'holderEmpty' };
  return isCardHolder(text) ? undefined : { key: 'holderInvalid' };
}
