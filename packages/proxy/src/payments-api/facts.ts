import { withoutCardInId } from '../sensitive/card-data.ts';
import { leavesOf, scalarOf, shownLeaf, valueAt } from './places.ts';
import type { BodyRules } from './status.ts';

/** What a body says about its payment besides the status; `found` is what decided. */
export function factsIn(body: unknown, rules: BodyRules, found?: string) {
  const transactionId = transactionIdIn(body, rules);
  const statedCentavos = statedCentavosIn(body, rules);
  return {
    ...reasonIn(body, rules, found),
    ...(transactionId && { transactionId }),
    ...(statedCentavos !== undefined && { statedCentavos }),
  };
}

/**
 * Returns the first id at the declared places, at most 100 characters, without NUL, which PostgreSQL
 * can't store. Truncates an id that looks like a card number; it still proves that the payment exists.
 */
export function transactionIdIn(
  body: unknown,
  { transactionId: places }: BodyRules,
): string | undefined {
  const id = places
    .map((place) => valueAt(place, body))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) =>
      String(value)
        .replaceAll(/\p{Cc}/gu, '')
        .trim(),
    )
    .find(Boolean);
  return id && withoutCardInId(id).slice(0, 100);
}

/** Returns the first amount at the declared places, in centavos. */
export function statedCentavosIn(
  body: unknown,
  { amount: { places, unit } }: BodyRules,
): number | undefined {
  const stated = places.map((place) => amountOf(valueAt(place, body)));
  const amount = stated.find((each) => each !== undefined);
  return amount === undefined ? undefined : Math.round(unit === 'reais' ? amount * 100 : amount);
}

/** Reads 129.9, `129,90`, `R$ 1.299,00` and `1,299.0000`; a separator that repeats groups thousands. */
function amountOf(stated: unknown): number | undefined {
  if (typeof stated === 'number') return stated;
  const text = typeof stated === 'string' ? stated.replace(/^\s*R\$/, '').trim() : '';
  if (!/^\d[\d.,]{0,29}$/.test(text)) return undefined;
  const [, whole = text, separator = '', fraction = ''] = /^(.*)([.,])(\d*)$/.exec(text) ?? [];
  const groups = separator !== '' && whole.includes(separator);
  const digits = whole.replaceAll(/\D/g, '');
  return Number(groups ? `${digits}${fraction}` : `${digits}.${fraction}`);
}

/** Writes what decided, and what the API says at its declared places, for support. */
export function reasonIn(
  body: unknown,
  { reason: places }: BodyRules,
  found = '',
): { reason?: string } {
  const said = places.flatMap((place) => {
    const leaves = leavesOf(valueAt(place, body)).filter(({ value }) => scalarOf(value ?? ''));
    return leaves.slice(0, 3).map((leaf) => shownLeaf(leaf, place.pointer));
  });
  const reason = [...new Set([found, ...said.slice(0, 5)])].filter(Boolean).join(', ');
  return reason === '' ? {} : { reason };
}
