import { hash } from 'node:crypto';
import { isObject } from '@card-checkout/contract/json';
import { withoutCardNumbers } from '../sensitive/card-data.ts';
import type { PostbackAddress, PostbackBody } from '../attempt/attempt.ts';
import { randomSecret } from '../sensitive/random-secret.ts';
import { visibleMembers, type AnswerRules } from './answer.ts';
import { claimOf, transactionIdIn } from './status-words.ts';

/** The token in a postback URL, and its hash, which may be stored. */
export interface PostbackToken {
  /** The attempt's id, by which it is found, a dot and 256 random bits. */
  secret: string;
  /** SHA-256, in hex. */
  hash: string;
}

/** Generates the token of one try's postback URL. */
export function newPostbackToken(attemptId: string): PostbackToken {
  const secret = `${attemptId}.${randomSecret()}`;
  return { secret, hash: hash('sha256', secret) };
}

/** Reads the token in an address; without a dot, it is of a version that left the id out. */
export function addressOf(token: string): PostbackAddress {
  const [attemptId, random] = token.split('.', 2);
  return {
    tokenHash: hash('sha256', token),
    ...(random !== undefined && { attemptId }),
  };
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
