import { hash, randomBytes } from 'node:crypto';
import { isObject } from '@card-checkout/contract/json';
import { textWithoutCardNumbers, withoutCardNumbers } from '../sensitive/card-data.ts';
import type { PostbackAddress, PostbackBody } from '../attempt/attempt.ts';
import type { Claim } from '../attempt/outcome.ts';
import { valueWithoutSecrets } from '../sensitive/hidden-secrets.ts';
import { shortReason, visibleMembers, type AnswerRules } from './answer.ts';
import { statedAmountIn, transactionIdIn } from './body.ts';
import { reasonAmong } from './members.ts';
import { postedValue } from './posted-value.ts';
import { readStatus, type StatusReading } from './status.ts';

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

export function newPostbackToken(paymentId: string): PostbackToken {
  const random = randomBytes(32).toString('base64url');
  const secret = `${paymentId}.${random}`;
  return { paymentId, secret, random, hash: hash('sha256', secret) };
}

/** Returns `undefined` if the token can't be ours. */
export function addressOf(token: string): PostbackAddress | undefined {
  const [, paymentId] = /^([\da-f-]{36})\.[\w-]{43}$/.exec(token) ?? [];
  return paymentId === undefined ? undefined : { paymentId, tokenHash: hash('sha256', token) };
}

/**
 * Reads a postback; `undefined` stands for one that is too long. What can't be read only proves that
 * the payment exists. Removes the token's random part, which the API may echo.
 */
export function readPostback(
  text: string | undefined,
  token: string,
  { words, responseFields }: Pick<AnswerRules, 'words' | 'responseFields'>,
): PostbackBody {
  if (text?.trim() === '') return { claim: 'exists' };
  const random = token.slice(token.indexOf('.') + 1);
  const body = valueWithoutSecrets(text && postedValue(text), [random]);
  if (body === undefined) return { claim: 'exists', isUnreadable: true };
  const transactionId = transactionIdIn(body, words);
  const statedCentavos = statedAmountIn(body);
  const shown = withoutCardNumbers(body);
  const { verdict, found } = readStatus(body, words);
  const reason = reasonAmong(found, body, words);
  return {
    claim: claims[verdict],
    ...(reason && { reason: shortReason(textWithoutCardNumbers(reason)) }),
    ...(transactionId && { transactionId }),
    ...(statedCentavos && { statedCentavos }),
    ...(isObject(shown) && { payment: visibleMembers(shown, responseFields) }),
    shown,
  };
}

/** What is unclear counts as `exists`, which is safe. */
const claims: Readonly<Record<StatusReading['verdict'], Claim>> = {
  paid: 'charged',
  declined: 'refused',
  pending: 'exists',
  unknown: 'exists',
  none: 'exists',
};
