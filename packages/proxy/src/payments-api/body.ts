import { memberOf } from '@card-checkout/contract/json';
import { withoutCardInId } from '../sensitive/card-data.ts';
import { allMembersOf } from './members.ts';
import type { PaymentWords } from './status.ts';

/** Whether a body comes encoded although nobody asked for that (`Accept-Encoding: identity`). */
export function isEncoded(headers: NodeJS.Dict<string | string[]>): boolean {
  const encoding = String(headers['content-encoding'] ?? '');
  return !/^\s*(identity)?\s*$/i.test(encoding);
}

/**
 * Returns a body's text, decoded in the declared charset, or else as UTF-8, or else as Windows-1252; an
 * empty text for an encoded body.
 */
export function textOfBody(body: Buffer, headers: NodeJS.Dict<string | string[]>): string {
  if (isEncoded(headers)) return '';
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(String(headers['content-type'] ?? ''))?.[1];
  return decoded(body, charset) ?? decoded(body, 'utf-8') ?? body.toString('latin1');
}

function decoded(bytes: Buffer, charset: string | undefined): string | undefined {
  try {
    return charset && new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON; `undefined` if it's invalid or deeper than 100 levels. Whole numbers that would lose
 * digits become texts, and members named `__proto__` are left out.
 */
export function parsedJson(text: string): unknown {
  try {
    const value: unknown = needsReview.test(text) ? JSON.parse(text, revived) : JSON.parse(text);
    return isDeeperThan(100, value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Matches what `revived` may change: a long number, or `__proto__`, perhaps with escapes. */
const needsReview = /\d{16}|__proto__|\\u/;

function revived(name: string, value: unknown, context?: { source?: string }): unknown {
  if (name === '__proto__') return undefined;
  const isCut = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  const source = context?.source ?? '';
  return isCut && /^\d+$/.test(source) ? source : value;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/**
 * Returns the payment's id in a body: up to 100 characters, without control characters, because
 * PostgreSQL can't store NUL. Truncates an id that looks like a card number; it still proves that the
 * payment exists.
 */
export function transactionIdIn(body: unknown, words: PaymentWords): string | undefined {
  for (const path of words.transactionIdPaths) {
    const id = idOf(path.reduce(memberOf, body));
    if (id !== '') return withoutCardInId(id).slice(0, 100);
  }
  return undefined;
}

function idOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
}

const amountNames = new Set(['amount', 'valor']);

/**
 * Returns the shallowest `amount` or `valor` in centavos, read both as centavos and as reais, because
 * APIs differ.
 */
export function statedAmountIn(body: unknown): readonly number[] | undefined {
  for (const { name, value } of allMembersOf(body)) {
    const stated = amountNames.has(name) ? amountOf(value) : undefined;
    if (stated !== undefined) return [stated, Math.round(stated * 100)];
  }
  return undefined;
}

function amountOf(stated: unknown): number | undefined {
  const value = typeof stated === 'object' ? memberOf(stated, 'value') : stated;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^(R\$)?[\s\d.,]{1,30}$/.test(value)) return undefined;
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(value.trim()) ?? [];
  const digits = whole.replaceAll(/\D/g, '');
  return digits === '' ? undefined : Number(`${digits}.${fraction}`);
}
