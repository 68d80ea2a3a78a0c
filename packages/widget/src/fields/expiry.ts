import { separatorsIn, withAsciiDigits, type FieldError, cardDigits } from './card-fields.ts';

/** No card is valid for longer; a later year is a typing error. */
const maxYearsAhead = 20;

const dayMs = 86_400_000;

/** The first three letters of the months in Portuguese, English and Spanish. */
const monthNames =
  'jan|ene fev|feb mar abr|apr mai|may jun jul ago|aug set|sep out|oct nov dez|dec|dic'.split(' ');

/**
 * Formats a date as `MM/YY` or `MM/YYYY`; also takes `YYYY-MM`, `Dez 2030` and any separator. Leaves
 * what may be the beginning of one unchanged. Keeps surplus digits, for the buyer to correct.
 */
export function formatExpiry(text: string): string {
  const start = withAsciiDigits(text).replace(/^\D+/, '');
  return formatNamedMonth(text) ?? formatYearFirst(start) ?? formatMonthFirst(start);
}

/** Formats `Dez 2030`; returns undefined for a text without the beginning of a month's name. */
function formatNamedMonth(text: string): string | undefined {
  const [, letters = '', rest = ''] = /^\s*([a-z]+)(.*)$/is.exec(text) ?? [];
  const name = letters.toLowerCase().slice(0, 3);
  const month = monthNames.findIndex((names) => ` |${names}`.includes(`|${name}`));
  if (name === '' || month < 0 || (name.length < 3 && rest)) return undefined;
  // 20 may be the beginning of 2030.
  const [, year] = /^(?:20)?(?!20$)(\d\d)$/.exec(cardDigits(rest)) ?? [];
  return year ? `${String(month + 1).padStart(2, '0')}/${year}` : text;
}

/** Formats `2030-12` and `203012`; returns undefined for a text that begins with no year. */
function formatYearFirst(start: string): string | undefined {
  if (/^(2|20\d?)$/.test(start)) return start;
  const [, year, rest = ''] = /^20(\d\d)(.*)$/s.exec(start) ?? [];
  const month = cardDigits(rest);
  if (!year) return undefined;
  return month.length === 2
    ? `${month}/${year}`
    : `20${year}${/^\d*$/.test(rest) ? '' : '-'}${month}`;
}

function formatMonthFirst(start: string): string {
  const [head = '', ...rest] = start.split(separatorsIn(start)).map(cardDigits);
  const tail = rest.join('');
  if (rest.length > 0 && head.length <= 2) return `${head.padStart(2, '0')}/${tail}`;
  const digits = (head + tail).replace(/^([2-9])/, '0$1');
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

/** Parses `MM/YY` and `MM/YYYY`; returns undefined for anything else. */
export function parseExpiry(text: string): { month: number; year: number } | undefined {
  const [head, tail = ''] = formatExpiry(text).split('/');
  const month = Number(head);
  const isMonth = month >= 1 && month <= 12;
  if (!isMonth || ![2, 4].includes(tail.length)) return undefined;
  return { month, year: Number(tail.padStart(4, '20')) };
}

/**
 * Checks an expiry date; without `today`, only how it is written. A card is valid until the end of its
 * month, plus a day: west of the buyer the month may not be over yet.
 */
export function checkExpiry(text: string, today: Date | undefined): FieldError | undefined {
  if (text.trim() === '') return { key: 'expiryEmpty' };
  const expiry = parseExpiry(text);
  if (!expiry) return { key: 'expiryInvalid' };
  if (!today) return undefined;
  if (expiry.year > today.getFullYear() + maxYearsAhead) return { key: 'expiryInvalid' };
  const yesterday = new Date(today.getTime() - dayMs);
  const lastMonth = new Date(expiry.year, expiry.month);
  return lastMonth <= yesterday ? { key: 'expiryPast' } : undefined;
}

/** Returns an expiry date as `YYYY-MM`, as the proxy expects it. */
export function expiryOnWire(text: string): string {
  const expiry = parseExpiry(text);
  return expiry ? `${expiry.year}-${String(expiry.month).padStart(2, '0')}` : '';
}
