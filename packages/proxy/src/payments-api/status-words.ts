import { memberOf } from '@card-checkout/contract/json';
import type { Claim } from '../attempt/attempt.ts';
import { withTruncatedNumbers } from '../sensitive/card-data.ts';

/**
 * Says where the payments service writes what became of a payment, and in which words. Neither is
 * in payments-api.md (sections 2 and 6), so both are settings; all words are in lower case.
 */
export interface PaymentWords {
  paid: ReadonlySet<string>;
  declined: ReadonlySet<string>;
  pending: ReadonlySet<string>;
  /** JSON pointers (RFC 6901) to a status. */
  statusPointers: readonly string[];
  /** JSON pointers to the payment's id. */
  transactionIdPointers: readonly string[];
}

const maxIdLength = 100;

/**
 * Reads what a postback claims. Only a whole status counts as paid, for "not paid" holds a word
 * that says so; any part of it counts as refused. What says both, or neither, only `exists`.
 */
export function claimOf(body: unknown, words: PaymentWords): Claim {
  const statuses = statusesIn(body, words);
  const parts = statuses.flatMap(partsOf);
  const isPaid = statuses.some((status) => words.paid.has(status));
  const isRefused = parts.some((part) => words.declined.has(part));
  if (isPaid === isRefused) return 'exists';
  return isPaid ? 'charged' : 'refused';
}

/** Writes a word as words are compared: without blanks around it, capitals and accents. */
export function plainWord(word: string): string {
  return word.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Finds every status in a body, as plain words. */
export function statusesIn(body: unknown, { statusPointers }: PaymentWords): string[] {
  return statusPointers
    .map((pointer) => valueAt(body, pointer))
    .filter((status) => typeof status === 'string' || typeof status === 'number')
    .map((status) => plainWord(String(status)));
}

/** Lists a status like `payment_refused` and the words in it. */
export function partsOf(status: string): string[] {
  return status
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '')
    .concat(status);
}

/**
 * Finds the payment's id in a body: up to 100 characters of it, and no control characters, as
 * PostgreSQL takes no NUL. One that looks like a card number is truncated like one, for it still
 * proves that the payment exists.
 */
export function transactionIdIn(body: unknown, words: PaymentWords): string | undefined {
  for (const pointer of words.transactionIdPointers) {
    const id = idOf(valueAt(body, pointer));
    if (id !== '') return withTruncatedNumbers(id).slice(0, maxIdLength);
  }
  return undefined;
}

function idOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
}

/** Follows a JSON pointer (RFC 6901) through objects and arrays. */
function valueAt(body: unknown, pointer: string): unknown {
  return pointer.split('/').slice(1).map(unescaped).reduce(memberOf, body);
}

function unescaped(name: string): string {
  return name.includes('~') ? name.replaceAll('~1', '/').replaceAll('~0', '~') : name;
}
