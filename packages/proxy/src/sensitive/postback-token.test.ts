import { describe, expect, it } from 'vitest';
import { addressOf, newPostbackToken } from './postback-token.ts';

const paymentId = '01a227cd-a784-7213-9069-4ea5b3613980';
const secret = `${paymentId}.${'Ab_-'.repeat(11).slice(1)}`;

describe('a postback’s token', () => {
  it('is 256 bits in Base64url behind the payment, of which only the SHA-256 is known', () => {
    const tokens = Array.from({ length: 300 }, () => newPostbackToken(paymentId));

    expect(new Set(tokens.map((token) => token.secret)).size).toBe(300);
    for (const token of tokens) {
      const [id, random] = token.secret.split('.');
      expect(id).toBe(paymentId);
      expect(random).toMatch(/^[\w-]{43}$/);
      expect(token.hash).toMatch(/^[\da-f]{64}$/);
      expect(addressOf(token.secret)).toEqual({ paymentId, tokenHash: token.hash });
    }
  });

  it.each([
    '',
    'A'.repeat(43),
    `${paymentId}.short`,
    `${secret}0`,
    `${paymentId}.${secret}`,
    `0${secret}`,
  ])('is not %j', (text) => expect(addressOf(text)).toBeUndefined());
});
