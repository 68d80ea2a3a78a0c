import { hash, randomBytes } from 'node:crypto';

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
export function addressOf(token: string): { paymentId: string; tokenHash: string } | undefined {
  const [, paymentId] = /^([\da-f-]{36})\.[\w-]{43}$/.exec(token) ?? [];
  return paymentId === undefined ? undefined : { paymentId, tokenHash: hash('sha256', token) };
}
