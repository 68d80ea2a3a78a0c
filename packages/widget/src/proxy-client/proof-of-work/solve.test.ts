import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, it } from 'vitest';
import { solve } from './solve.ts';

const secrets = { hmacSignatureSecret: 'a', hmacKeySignatureSecret: 'b' };

async function challengeWith(counter: number) {
  const work = { algorithm: 'PBKDF2/SHA-256', cost: 10, counter, deriveKey };
  const { parameters, signature = '' } = await createChallenge({ ...work, ...secrets });
  const { keySignature = '' } = parameters;
  const data = { idempotencyKey: '' };
  return { parameters: { ...parameters, keySignature, expiresAt: 0, data }, signature };
}

describe('solve', () => {
  it.each([0, 1, 300])('finds the number %i', async (counter) => {
    const challenge = await challengeWith(counter);

    const solution = await solve(challenge);

    expect(solution.counter).toBe(counter);
    expect(solution.derivedKey.startsWith(challenge.parameters.keyPrefix)).toBe(true);
  });

  it('stops when its signal aborts, before it has begun or later', async () => {
    const challenge = await challengeWith(1_000_000);
    const later = new AbortController();
    const running = solve(challenge, later.signal);
    later.abort();

    await expect(running).rejects.toThrow('aborted');
    await expect(solve(challenge, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
