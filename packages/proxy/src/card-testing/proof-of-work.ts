import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { ProofOfWork, ProofOfWorkChallenge } from '@card-checkout/contract';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { RotatingSecret } from '../sensitive/secret.ts';

/**
 * How hard a challenge is: rounds of PBKDF2 for each guess, and guesses at most, half of them on
 * average. That is a second for a phone that makes 256,000 rounds in one. PBKDF2 is native in every
 * browser, so that a card tester's own program is not much faster on the same machine.
 */
const difficulty = { cost: 2000, maxGuesses: 256 };

/** How long a challenge may take to come back solved; a buyer may be offline for a minute. */
const lifetimeMs = 300_000;

/**
 * Makes challenges and checks what came of them. A proof is good for one idempotency key alone, and
 * so for one attempt at most; sent again, it joins that attempt. Instances with the same order
 * secret take each other's proofs.
 */
export class ProofsOfWork {
  readonly #now: () => Date;
  readonly #orderSecret: RotatingSecret | undefined;
  readonly #ownSecret = randomBytes(32);

  constructor(orderSecret: RotatingSecret | undefined, now: () => Date) {
    this.#orderSecret = orderSecret;
    this.#now = now;
  }

  /** Makes a challenge for one attempt. */
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

  /** Tells whether a header proves the work for one attempt. */
  async accepts(header: string | undefined, idempotencyKey: string): Promise<boolean> {
    const proof = proofIn(header);
    if (proof?.challenge.parameters.data.idempotencyKey !== idempotencyKey) return false;
    const { verified } = await verifySolution({ ...proof, ...this.#secrets(), deriveKey });
    return verified;
  }

  /** Makes keys of the order secret as it is now; a challenge of an older one has to be solved again. */
  #secrets() {
    const secret = this.#orderSecret?.current.reveal() ?? this.#ownSecret;
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
