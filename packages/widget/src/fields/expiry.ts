import type { FieldError } from './field-error.ts';
import { separatorsIn } from './separators.ts';
import { cardDigits } from './number.ts';

/** A month in which a card is valid for the last time. */
export interface Expiry {
  /** 1 to 12. */
  month: number;
  /** Four digits. */
  year: number;
}

/** No card is issued for longer; a year beyond is a slip of the finger. */
const maxYearsAhead = 20;

const dayMs = 86_400_000;

/**
 * Writes what was typed, pasted or filled in as `MM/YY` or `MM/YYYY`; takes `YYYY-MM` too, and any
 * separator. Surplus digits stay, for the buyer to see.
 */
export function formatExpiry(text: string): string {
  const start = text.replace(/^\D+/, '');
  const [head = '', ...rest] = start.split(separatorsIn(start)).map(cardDigits);
  const tail = rest.join('');
  if (head.length === 4 && tail && tail.length <= 2) {
    return `${tail.padStart(2, '0')}/${head.replace(/^20/, '')}`;
  }
  if (rest.length > 0 && head.length <= 2) return `${head.padStart(2, '0')}/${tail}`;
  const digits = (head + tail).replace(/^([2-9])/, '0$1');
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

/** Reads `MM/YY` and `MM/YYYY`; gives nothing for anything else. */
export function parseExpiry(text: string): Expiry | undefined {
  const [head, tail = ''] = formatExpiry(text).split('/');
  const month = Number(head);
  const isMonth = month >= 1 && month <= 12;
  if (!isMonth || ![2, 4].includes(tail.length)) return undefined;
  return { month, year: Number(tail.padStart(4, '20')) };
}

/**
 * Finds what is wrong with an expiry date. A card is valid through the end of its month, and a day
 * longer: west of the buyer that month may not be over.
 */
export function checkExpiry(text: string, today: Date): FieldError | undefined {
  if (text.trim() === '') return { key: 'expiryEmpty' };
  const expiry = parseExpiry(text);
  if (!expiry || expiry.year > today.getFullYear() + maxYearsAhead) return { key: 'expiryInvalid' };
  const yesterday = new Date(today.getTime() - dayMs);
  const lastMonth = new Date(expiry.year, expiry.month);
  return lastMonth <= yesterday ? { key: 'expiryPast' } : undefined;
}

/** Writes an expiry date as the wire wants it, `YYYY-MM` (contract section 3). */
export function expiryOnWire(text: string): string {
  const expiry = parseExpiry(text);
  return expiry ? `${expiry.year}-${String(expiry.month).padStart(2, '0')}` : '';
}
