/** The request header that carries a proof of work: a `ProofOfWork` as JSON in Base64. */
export const proofOfWorkHeader = 'Proof-Of-Work';

/** A challenge of ALTCHA, version 2, which the proxy has signed. */
export interface ProofOfWorkChallenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
    keySignature: string;
    /** Seconds since 1970. */
    expiresAt: number;
    /** Names the one attempt that the proof is good for. */
    data: { idempotencyKey: string };
  };
  signature: string;
}

/** A challenge, solved. */
export interface ProofOfWork {
  challenge: ProofOfWorkChallenge;
  solution: { counter: number; derivedKey: string };
}
