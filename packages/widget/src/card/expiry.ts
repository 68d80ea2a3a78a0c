import type { Fault } from '../fault.ts';

/** Is a month in which a card is valid for the last time. */
export interface Expiry {
  /** 1 to 12. */
  month: number;
  /** Four digits. */
  year: number;
}

/** No card is issued for longer; a year beyond is a slip of the finger. */
const maxYearsAhead = 20;

/** Writes what was typed, pasted or filled in as `MM/YY` or `MM/YYYY`; takes `YYYY-MM` too. */
export function formatExpiry(text: string): string {
  const iso = /^\s*(\d{4})-(\d{2})\s*$/.exec(text);
  if (iso) return `${iso[2]}/${iso[1]?.slice(2)}`;
  const [head = '', ...rest] = text.split(/[/\-.\s]+/).map((part) => part.replaceAll(/\D/g, ''));
  const tail = rest.join('');
  if (/[/\-.]/.test(text) && head !== '' && head.length <= 2) {
    return `${head.padStart(2, '0')}/${tail.slice(0, 4)}`;
  }
  const digits = (head + tail).replace(/^([2-9])/, '0$1');
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 6)}` : digits;
}

/** Reads `MM/YY` and `MM/YYYY`; gives nothing for anything else. */
export function parseExpiry(text: string): Expiry | undefined {
  const parts = /^(\d{2})\/(\d{2}|\d{4})$/.exec(formatExpiry(text));
  const month = Number(parts?.[1]);
  const year = Number(parts?.[2]);
  if (!(month >= 1 && month <= 12)) return undefined;
  return { month, year: year < 100 ? 2000 + year : year };
}

/** Finds what is wrong with an expiry date; a card is valid through the end of its month. */
export function checkExpiry(text: string, today: Date): Fault | undefined {
  if (text.trim() === '') return { key: 'expiryEmpty' };
  const expiry = parseExpiry(text);
  if (!expiry || expiry.year > today.getFullYear() + maxYearsAhead) return { key: 'expiryInvalid' };
  const monthsLeft =
    (expiry.year - today.getFullYear()) * 12 + expiry.month - (today.getMonth() + 1);
  return monthsLeft < 0 ? { key: 'expiryPast' } : undefined;
}

/** Writes an expiry date as the wire wants it, `YYYY-MM` (contract section 3). */
export function expiryOnWire(text: string): string {
  const expiry = parseExpiry(text);
  return expiry ? `${expiry.year}-${String(expiry.month).padStart(2, '0')}` : '';
}
