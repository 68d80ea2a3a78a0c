import { hash, randomBytes } from 'node:crypto';
import { isObject } from '@card-checkout/contract/json';
import { textWithoutCardNumbers, withoutCardNumbers } from '../sensitive/card-data.ts';
import type { PostbackAddress, PostbackBody } from '../attempt/attempt.ts';
import type { Claim } from '../attempt/outcome.ts';
import { valueWithoutSecrets } from '../sensitive/hidden-secrets.ts';
import { shortReason, visibleMembers } from './answer.ts';
import { reasonIn, statedCentavosIn, transactionIdIn } from './facts.ts';
import { shownValue, valueAt } from './places.ts';
import { postedValue } from './posted-value.ts';
import { readStatus, wordOf, type BodyRules, type StatusReading } from './status.ts';

/** The token in a postback URL, and its hash, which may be stored. */
export interface PostbackToken {
  paymentId: string;
  /** The payment's id, a dot and `random`. */
  secret: string;
  /** 256 bits in base64url. */
  random: string;
  /** SHA-256, in hex. */
  hash: string;
}

/** Random bytes for the next tokens; asking the system for each takes longer than the rest. */
let pool = Buffer.alloc(0);

function randomPart(): string {
  if (pool.length === 0) pool = randomBytes(32 * 128);
  const part = pool.toString('base64url', 0, 32);
  // No copy of a token stays in memory.
  pool.fill(0, 0, 32);
  pool = pool.subarray(32);
  return part;
}

export function newPostbackToken(paymentId: string): PostbackToken {
  const random = randomPart();
  const secret = `${paymentId}.${random}`;
  return { paymentId, secret, random, hash: hash('sha256', secret) };
}

/** Returns `undefined` if the token can't be ours. */
export function addressOf(token: string): PostbackAddress | undefined {
  const [, paymentId] = /^([\da-f-]{36})\.[\w-]{43}$/.exec(token) ?? [];
  return paymentId === undefined ? undefined : { paymentId, tokenHash: hash('sha256', token) };
}

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
  const transactionId = transactionIdIn(body, rules);
  const statedCentavos = statedCentavosIn(body, rules);
  const shown = withoutCardNumbers(body);
  const { verdict, found } = otherKindIn(body, rules) ?? readStatus(body, rules);
  const { reason } = verdict === 'paid' ? {} : reasonIn(body, rules, found);
  const isDoubt = verdict === 'unlisted' || verdict === 'unclear';
  return {
    claim: claims[verdict],
    ...(reason && { reason: shortReason(textWithoutCardNumbers(reason)) }),
    ...(isDoubt && { alarm: 'unknown_status' }),
    ...(transactionId && { transactionId }),
    ...(statedCentavos !== undefined && { statedCentavos }),
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
