import type { CardBrand } from '../checkout.ts';
import { findCardBrand } from './card-brand.ts';
import { hasLuhnCheckDigit } from './luhn.ts';

/** Separators within a number: any spaces, dashes, dots, slashes, … */
const separators = String.raw`[\s\p{Pd}\p{Cf}._,/]`;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A UUID, or twelve or more digits, contiguous or in groups. */
const uuidOrDigitRun = new RegExp(
  String.raw`\b${uuid.source.slice(1, -1)}\b|\d(?:${separators}{0,3}\d){11,}`,
  'giu',
);

/** Twelve digits without letters between them. Checks most texts ten times as fast as the runs. */
const manyDigits = /(?<!\d)(?:\d[^\dA-Za-z"]{0,6}){12}/;

const longestNumber = 19;

/** Card number lengths; 16 for other brands. */
const lengths: Partial<Record<CardBrand, readonly number[]>> = {
  amex: [15],
  diners: [14, 16],
  visa: [13, 16, 19],
  hipercard: [13, 16, 19],
  aura: [16, 19],
  unionpay: [16, 17, 18, 19],
  discover: [16, 17, 18, 19],
  maestro: [12, 13, 14, 15, 16, 17, 18, 19],
};

/**
 * Whether an id contains a card number, contiguous or in groups. Doesn't search longer numbers, because
 * many contain one by chance.
 */
export function holdsCardNumber(id: string): boolean {
  return withDigitRuns(id, (run) => (numberAmong(groupsOf(run)) ? '' : run)) !== id;
}

/** Replaces runs of twelve or more digits with their separators. Skips UUIDs. */
export function withDigitRuns(text: string, written: (run: string, at: number) => string): string {
  if (!manyDigits.test(text)) return text;
  return text.replaceAll(uuidOrDigitRun, (run, at: number) =>
    uuid.test(run) ? run : written(run, at),
  );
}

export function groupsOf(run: string): string[] {
  return run.split(/\D+/);
}

/** Returns a card number made up of adjacent groups. */
export function numberAmong(groups: readonly string[]): string | undefined {
  // Slices of one text: joining digits for each start takes three times as long.
  const digits = groups.join('');
  let start = 0;
  for (const [first, { length }] of groups.entries()) {
    const found = numberFrom(groups, first, digits, start);
    if (found !== undefined) return found;
    start += length;
  }
  return undefined;
}

function numberFrom(
  groups: readonly string[],
  first: number,
  digits: string,
  start: number,
): string | undefined {
  let end = start;
  for (let next = first; next < groups.length && end - start < longestNumber; next++) {
    end += groups[next]?.length ?? 0;
    const found = digits.slice(start, end);
    if (isCardNumber(found)) return found;
  }
  return undefined;
}

/** Whether digits have a brand's prefix and length, and pass the Luhn check. */
export function isCardNumber(digits: string): boolean {
  if (digits.length < 12 || digits.length > longestNumber) return false;
  if (!hasLuhnCheckDigit(digits)) return false;
  const brand = findCardBrand(digits);
  return brand !== undefined && (lengths[brand] ?? [16]).includes(digits.length);
}
