import type { FieldError } from './field-error.ts';
import { separatorsIn } from './separators.ts';
import { cardDigits } from './number.ts';

/** The last month in which a card is valid. */
export interface Expiry {
  /** 1 to 12. */
  month: number;
  /** Four digits. */
  year: number;
}

/** No card is valid for longer; a later year is a typing error. */
const maxYearsAhead = 20;

const dayMs = 86_400_000;

/**
 * Formats a date as `MM/YY` or `MM/YYYY`; also takes `YYYY-MM`, and any separator. Keeps surplus
 * digits, for the buyer to correct.
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

/** Parses `MM/YY` and `MM/YYYY`; returns undefined for anything else. */
export function parseExpiry(text: string): Expiry | undefined {
  const [head, tail = ''] = formatExpiry(text).split('/');
  const month = Number(head);
  const isMonth = month >= 1 && month <= 12;
  if (!isMonth || ![2, 4].includes(tail.length)) return undefined;
  return { month, year: Number(tail.padStart(4, '20')) };
}

/**
 * Checks an expiry date. A card is valid until the end of its month, plus a day: west of the buyer
 * the month may not be over yet.
 */
export function checkExpiry(text: string, today: Date): FieldError | undefined {
  if (text.trim() === '') return { key: 'expiryEmpty' };
  const expiry = parseExpiry(text);
  if (!expiry || expiry.year > today.getFullYear() + maxYearsAhead) return { key: 'expiryInvalid' };
  const yesterday = new Date(today.getTime() - dayMs);
  const lastMonth = new Date(expiry.year, expiry.month);
  return lastMonth <= yesterday ? { key: 'expiryPast' } : undefined;
}

/** Returns an expiry date as `YYYY-MM`, as the proxy expects it. */
export function expiryOnWire(text: string): string {
  const expiry = parseExpiry(text);
  return expiry ? `${expiry.year}-${String(expiry.month).padStart(2, '0')}` : '';
}
