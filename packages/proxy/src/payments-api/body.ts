import { memberOf } from '@card-checkout/contract/json';
import { withoutCardInId } from '../sensitive/card-data.ts';
import { membersOf, type PaymentWords } from './status.ts';

const maxIdLength = 100;

/**
 * Returns the payment's id in a body: up to 100 characters, without control characters, because
 * PostgreSQL cannot store NUL. An id that looks like a card number is truncated like one: it still
 * proves that the payment exists.
 */
export function transactionIdIn(body: unknown, words: PaymentWords): string | undefined {
  for (const path of words.transactionIdPaths) {
    const id = idOf(path.reduce(memberOf, body));
    if (id !== '') return withoutCardInId(id).slice(0, maxIdLength);
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
 * Returns the shallowest `amount` or `valor`, read as centavos and as reais because APIs differ; both in
 * centavos.
 */
export function statedAmountIn(body: unknown): readonly number[] | undefined {
  for (const { name, value } of membersOf(body)) {
    const stated = amountNames.has(name) ? amountOf(value) : undefined;
    if (stated !== undefined) return [stated, Math.round(stated * 100)];
  }
  return undefined;
}

function amountOf(value: unknown): number | undefined {
  if (typeof value === 'object') return amountOfText(memberOf(value, 'value'));
  return amountOfText(value);
}

function amountOfText(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^(R\$)?[\s\d.,]{1,30}$/.test(value)) return undefined;
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(value.trim()) ?? [];
  const digits = whole.replaceAll(/\D/g, '');
  return digits === '' ? undefined : Number(`${digits}.${fraction}`);
}
