import { isCnpj, isCpf } from '@card-checkout/contract/tax-id';
import { separatorsIn, withAsciiDigits, type FieldError } from './card-fields.ts';

const cpfLength = 11;
const cnpjLength = 14;

/**
 * Removes separators (points, slashes, hyphens, spaces, invisible marks) and converts letters to
 * upper case. Keeps any other character, so that the check refuses it.
 */
export function plainDocument(text: string): string {
  const separators = separatorsIn(text, /[\s./\p{Pd}\p{Cf}]/gu);
  const plain = withAsciiDigits(text).replaceAll(separators, '');
  // Upper case would turn other letters, such as ß and ı, into Latin ones.
  return /^[\dA-Za-z]*$/.test(plain) ? plain.toUpperCase() : plain;
}

/** Returns the kind of document: up to eleven digits are a CPF, everything else is a CNPJ. */
export function documentType(text: string): 'cpf' | 'cnpj' {
  const plain = plainDocument(text);
  return plain.length <= cpfLength && /^\d*$/.test(plain) ? 'cpf' : 'cnpj';
}

/**
 * Formats a document, complete or not, as `529.982.247-25` or `12.ABC.345/01DE-35`. Keeps surplus
 * characters, and leaves a text with invalid characters unchanged, for the buyer to correct.
 */
export function formatDocument(text: string): string {
  const plain = plainDocument(text);
  if (!/^[\dA-Z]*$/.test(plain)) return text;
  return documentType(plain) === 'cpf'
    ? mask(plain, '###.###.###-##')
    : mask(plain, '##.###.###/####-##');
}

/** Checks a CPF or CNPJ, with its check digits (Receita Federal). */
export function checkDocument(text: string): FieldError | undefined {
  const plain = plainDocument(text);
  if (plain === '') return { key: 'documentEmpty' };
  const type = documentType(plain);
  if (type === 'cpf' ? isCpf(plain) : isCnpj(plain)) return undefined;
  const length = type === 'cpf' ? cpfLength : cnpjLength;
  const isIncomplete = plain.length < length && /^[\dA-Z]*$/.test(plain);
  return { key: `${type}${isIncomplete ? 'Incomplete' : 'Invalid'}` };
}

/** Writes characters into the places `#` of a pattern; surplus ones follow. */
export function mask(plain: string, pattern: string): string {
  let masked = '';
  let next = 0;
  for (const place of pattern) {
    if (next === plain.length) break;
    masked += place === '#' ? plain.charAt(next++) : place;
  }
  return masked + plain.slice(next);
}
