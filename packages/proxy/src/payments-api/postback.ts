import { isObject } from '@card-checkout/contract/json';
import { textWithoutCardNumbers, withoutCardNumbers } from '../sensitive/card-data.ts';
import type { PostbackBody } from '../attempt/attempt.ts';
import type { Claim } from '../attempt/outcome.ts';
import { valueWithoutSecrets } from '../sensitive/hidden-secrets.ts';
import { shortReason, visibleMembers } from './answer.ts';
import { factsIn } from './facts.ts';
import { shownValue, valueAt } from './places.ts';
import { postedValue } from './posted-value.ts';
import { readStatus, wordOf, type BodyRules, type StatusReading } from './status.ts';

/**
 * Reads a postback; `undefined` is a body that is too long or can't be unpacked. An unreadable body only
 * proves that the payment exists. Removes the token's random part, which the API may echo.
 */
export function readPostback(
  text: string | undefined,
  token: string,
  rules: BodyRules,
): PostbackBody {
  if (text?.trim() === '') return { claim: 'exists' };
  const random = token.slice(token.indexOf('.') + 1);
  const body = valueWithoutSecrets(text && postedValue(text), [random]);
  if (body === undefined) return { claim: 'exists', isUnreadable: true };
  const shown = withoutCardNumbers(body);
  const { verdict, found } = otherKindIn(body, rules) ?? readStatus(body, rules);
  const { reason, ...facts } = factsIn(body, rules, found);
  const isDoubt = verdict === 'unlisted' || verdict === 'unclear';
  return {
    ...facts,
    claim: claims[verdict],
    ...(reason && verdict !== 'paid' && { reason: shortReason(textWithoutCardNumbers(reason)) }),
    ...(isDoubt && { alarm: 'unknown_status' }),
    ...(isObject(shown) && { payment: visibleMembers(shown, rules) }),
    shown,
  };
}

/** Explains why a postback doesn't count (`only`); `undefined` if it does. */
function otherKindIn(body: unknown, { only }: BodyRules): StatusReading | undefined {
  for (const [{ pointer, names }, values] of only) {
    const value = valueAt({ pointer, names }, body);
    if (values.has(wordOf(value ?? ''))) continue;
    const word = JSON.stringify(wordOf(value ?? '').slice(0, 100));
    const found = `${shownValue(pointer, value ?? 'nothing')}; to let it count: "${pointer}": [${word}] in postback.only`;
    return { verdict: 'unlisted', found };
  }
  return undefined;
}

/** What is unclear counts as `exists`, which is safe. */
const claims: Readonly<Record<StatusReading['verdict'], Claim>> = {
  paid: 'charged',
  declined: 'refused',
  pending: 'exists',
  unlisted: 'exists',
  unclear: 'exists',
  none: 'exists',
};
