import { hash, randomBytes } from 'node:crypto';
import { isObject } from '@card-checkout/contract/json';
import { withoutCardNumbers } from '../sensitive/card-data.ts';
import type { PostbackBody } from '../attempt/attempt.ts';
import { visibleMembers, type AnswerRules } from './answer.ts';
import { claimOf, transactionIdIn } from './status-words.ts';

/** The secret in a postback URL, and its hash, which may be stored. */
export interface PostbackToken {
  secret: string;
  /** SHA-256, in hex. */
  hash: string;
}

/** Generates the 256-bit secret of one try's postback URL. */
export function newPostbackToken(): PostbackToken {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

/** Hashes a postback's secret for the store. */
export function hashOf(secret: string): string {
  return hash('sha256', secret);
}

/**
 * Reads a postback: JSON, or else a form (docs/payments-api.md, section 6, leaves it open). Anything
 * else only proves that the payment exists. Removes the token, which the service may echo.
 */
export function readPostback(
  text: string,
  token: string,
  { words, responseFields }: Pick<AnswerRules, 'words' | 'responseFields'>,
): PostbackBody {
  const body = parsed(text.replaceAll(token, '[secret]'));
  if (body === undefined) return { claim: 'exists' };
  const transactionId = transactionIdIn(body, words);
  const shown = withoutCardNumbers(body);
  return {
    claim: claimOf(body, words),
    ...(transactionId && { transactionId }),
    ...(isObject(shown) && { payment: visibleMembers(shown, responseFields) }),
    shown,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const form = Object.fromEntries(new URLSearchParams(text));
    return Object.values(form).some((value) => value !== '') ? form : undefined;
  }
}
