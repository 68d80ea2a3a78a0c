import { hash, randomBytes } from 'node:crypto';
import { withoutCardNumbers } from '../sensitive/card-data.ts';
import type { Claim } from '../attempt/attempt.ts';
import { claimOf, transactionIdIn, type PaymentWords } from './status-words.ts';

/** What a postback says, read; nothing in it may be card data. */
export interface PostbackBody {
  claim: Claim;
  transactionId?: string;
  /** Its body without card data and its own token; absent when it is no JSON and no form. */
  shown?: unknown;
}

/** The secret in a postback's address, and what of it may be stored. */
export interface PostbackToken {
  secret: string;
  /** SHA-256, in hex. */
  hash: string;
}

/** Makes the 256 bits that one try's postback is known by. */
export function newPostbackToken(): PostbackToken {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

/** Hashes the token of a postback's address, as it is stored. */
export function hashOf(secret: string): string {
  return hash('sha256', secret);
}

/**
 * Reads a postback, whose shape is not documented (payments-api.md section 6): JSON, or else a
 * form. What is neither proves no more than that the payment exists. Takes out the token, for a
 * service may say to which address it posts.
 */
export function readPostback(text: string, token: string, words: PaymentWords): PostbackBody {
  const body = parsed(text.replaceAll(token, '[secret]'));
  if (body === undefined) return { claim: 'exists' };
  const transactionId = transactionIdIn(body, words);
  return {
    claim: claimOf(body, words),
    ...(transactionId && { transactionId }),
    shown: withoutCardNumbers(body),
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
