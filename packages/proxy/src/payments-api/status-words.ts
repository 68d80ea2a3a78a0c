import { memberOf } from '@card-checkout/contract/json';
import type { Claim } from '../attempt/outcome.ts';
import { withTruncatedNumbers } from '../sensitive/card-data.ts';

/**
 * Where the payments service writes the status of a payment, and in which words.
 * docs/payments-api.md (sections 2 and 6) describes neither, so both are settings. All words are in
 * lower case.
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
 * Reads the claim of a postback. Only a whole status counts as paid, because "not paid" contains
 * "paid"; any word in it counts as refused. A status that says both or neither is `exists`.
 */
export function claimOf(body: unknown, words: PaymentWords): Claim {
  const statuses = statusesIn(body, words);
  const parts = statuses.flatMap(partsOf);
  const isPaid = statuses.some((status) => words.paid.has(status));
  const isRefused = parts.some((part) => words.declined.has(part));
  if (isPaid === isRefused) return 'exists';
  return isPaid ? 'charged' : 'refused';
}

/** Normalizes a word for comparison: lower case, trimmed, without accents. */
export function plainWord(word: string): string {
  return word.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Returns every status in a body, normalized by `plainWord`. */
export function statusesIn(body: unknown, { statusPointers }: PaymentWords): string[] {
  return statusPointers
    .map((pointer) => valueAt(body, pointer))
    .filter((status) => typeof status === 'string' || typeof status === 'number')
    .map((status) => plainWord(String(status)));
}

/** Returns a status like `payment_refused`, and each word in it. */
export function partsOf(status: string): string[] {
  return status
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '')
    .concat(status);
}

/**
 * Returns the payment's id in a body: up to 100 characters, without control characters, because
 * PostgreSQL cannot store NUL. An id that looks like a card number is truncated like one: it still
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
