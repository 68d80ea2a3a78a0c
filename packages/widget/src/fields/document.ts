import { isCnpj, isCpf } from '@card-checkout/contract/tax-id';
import type { FieldError } from './field-error.ts';
import { separatorsIn } from './separators.ts';

const cpfLength = 11;

/**
 * Drops what people write between the characters (points, slashes, hyphens, spaces, and marks that
 * nobody sees) and writes letters in upper case. Any other character stays, so that it is refused.
 */
export function plainDocument(text: string): string {
  const plain = text.replaceAll(separatorsIn(text, /[\s./\p{Pd}\p{Cf}]/gu), '');
  // Upper case makes Latin letters of others: of ß, of the dotless i.
  return /^[\dA-Za-z]*$/.test(plain) ? plain.toUpperCase() : plain;
}

/** Tells which document is being typed: up to eleven digits are a CPF, the rest is a CNPJ. */
export function documentType(text: string): 'cpf' | 'cnpj' {
  const plain = plainDocument(text);
  return plain.length <= cpfLength && /^\d*$/.test(plain) ? 'cpf' : 'cnpj';
}

/**
 * Writes `529.982.247-25` or `12.ABC.345/01DE-35`, as far as it is typed; what is too long keeps its
 * end. A text with a character that no document has stays as it is, for the buyer to see.
 */
export function formatDocument(text: string): string {
  const plain = plainDocument(text);
  if (!/^[\dA-Z]*$/.test(plain)) return text;
  return documentType(plain) === 'cpf'
    ? mask(plain, '###.###.###-##')
    : mask(plain, '##.###.###/####-##');
}

/** Finds what is wrong with a CPF or CNPJ (check digits: Receita Federal). */
export function checkDocument(text: string): FieldError | undefined {
  const plain = plainDocument(text);
  if (plain === '') return { key: 'documentEmpty' };
  if (documentType(plain) === 'cpf') return isCpf(plain) ? undefined : { key: 'cpfInvalid' };
  return isCnpj(plain) ? undefined : { key: 'cnpjInvalid' };
}

function mask(plain: string, pattern: string): string {
  let masked = '';
  let next = 0;
  for (const place of pattern) {
    if (next === plain.length) break;
    masked += place === '#' ? plain.charAt(next++) : place;
  }
  return masked + plain.slice(next);
}
