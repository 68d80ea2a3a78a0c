import type { FieldName } from './hostile-texts.ts';

export type Shown = Record<FieldName, string>;

/**
 * Judges what a field shows by rules that are written apart from the element's own, and no stricter:
 * whatever the element takes for right, this must take for right too.
 */
export const canBeRight: Record<FieldName, (shown: Shown, today: Date) => boolean> = {
  number: ({ number }) => /^\d+( \d+)*$/.test(number) && isCardNumber(number.replaceAll(' ', '')),
  expiry: ({ expiry }, today) => isExpiry(expiry, today),
  securityCode: ({ securityCode, number }) =>
    (/^3 ?[47]/.test(number) ? /^\d{4}$/ : /^\d{3,4}$/).test(securityCode),
  holder: ({ holder }) => isName(holder),
  document: ({ document }) => isCpf(document) || isCnpj(document),
};

function isCardNumber(digits: string): boolean {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  const sum = digits
    .split('')
    .toReversed()
    .map((digit, place) => (place % 2 === 0 ? Number(digit) : (doubled[Number(digit)] ?? NaN)))
    .reduce((total, value) => total + value, 0);
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0;
}

function isExpiry(text: string, today: Date): boolean {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\/((?:20)?\d\d)$/.exec(text) ?? [];
  const months = Number(year.slice(-2)) * 12 + Number(month);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  const first = (yesterday.getFullYear() - 2000) * 12 + yesterday.getMonth() + 1;
  return month !== '' && months >= first && months <= first + 12 * 21;
}

function isName(text: string): boolean {
  const withoutSigns = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const hasUnseen = /[\p{Cc}\p{Cf}\p{Cs}]/u.test(text);
  return /\p{L}/u.test(text) && text.length <= 120 && !hasUnseen && !/\d{12}/.test(withoutSigns);
}

function isCpf(text: string): boolean {
  if (!/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(text)) return false;
  const digits = text.match(/\d/g)?.map(Number) ?? [];
  return (
    new Set(digits).size > 1 &&
    isCheckDigit(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) &&
    isCheckDigit(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  );
}

function isCnpj(text: string): boolean {
  if (!/^[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}$/.test(text)) return false;
  const values = text.match(/[\dA-Z]/g)?.map((letter) => letter.charCodeAt(0) - 48) ?? [];
  return (
    new Set(values).size > 1 &&
    isCheckDigit(values, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) &&
    isCheckDigit(values, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  );
}

/** Tells whether the value behind those that are weighed is their check digit (modulo 11). */
function isCheckDigit(values: readonly number[], weights: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, place) => total + weight * (values[place] ?? NaN), 0);
  return values[weights.length] === ((sum * 10) % 11) % 10;
}
