import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { ProofOfWork, ProofOfWorkChallenge } from '@card-checkout/contract';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Secret } from '../sensitive/secret.ts';

/**
 * PBKDF2 rounds per guess, and the maximum number of guesses: on average 256,000 rounds, about one
 * second on a phone. PBKDF2 is native in browsers, so a card tester's program is hardly faster.
 */
const difficulty = { cost: 2000, maxGuesses: 256 };

/** How long a challenge is valid; a buyer may be offline for a minute. */
const lifetimeMs = 300_000;

/**
 * Issues challenges and verifies their solutions. A proof is valid for one idempotency key. Instances
 * with the same order secret accept each other's proofs.
 */
export class ProofsOfWork {
  readonly #now: () => Date;
  readonly #orderSecret: Secret | undefined;
  readonly #ownSecret = randomBytes(32);

  constructor(orderSecret: Secret | undefined, now: () => Date) {
    this.#orderSecret = orderSecret;
    this.#now = now;
  }

  async challenge(idempotencyKey: string): Promise<ProofOfWorkChallenge> {
    const challenge = await createChallenge({
      ...this.#secrets(),
      algorithm: 'PBKDF2/SHA-256',
      cost: difficulty.cost,
      counter: randomInt(difficulty.maxGuesses),
      data: { idempotencyKey },
      deriveKey,
      expiresAt: new Date(this.#now().getTime() + lifetimeMs),
    });
    return ProofOfWorkChallenge.parse(challenge);
  }

  async accepts(header: string | undefined, idempotencyKey: string): Promise<boolean> {
    const proof = proofIn(header);
    if (proof?.challenge.parameters.data.idempotencyKey !== idempotencyKey) return false;
    const { verified } = await verifySolution({ ...proof, ...this.#secrets(), deriveKey });
    return verified;
  }

  /** Derives keys from the current order secret; challenges signed with an older one become invalid. */
  #secrets() {
    const secret = this.#orderSecret?.reveal() ?? this.#ownSecret;
    const keyFor = (use: string) => createHmac('sha256', secret).update(use).digest('base64');
    return {
      hmacSignatureSecret: keyFor('card-checkout proof of work: challenge'),
      hmacKeySignatureSecret: keyFor('card-checkout proof of work: solution'),
    };
  }
}

function proofIn(header: string | undefined): ProofOfWork | undefined {
  try {
    return ProofOfWork.parse(JSON.parse(Buffer.from(header ?? '', 'base64').toString()));
  } catch {
    return undefined;
  }
}
