/**
 * The request header of a proof of work. Its value is a `ProofOfWork` as JSON in Base64.
 *
 * @example
 * await fetch(url, { headers: { [proofOfWorkHeader]: btoa(JSON.stringify(proof)) } });
 */
export const proofOfWorkHeader = 'Proof-Of-Work';

/** An ALTCHA challenge, version 2, signed by the proxy. */
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
    /** The only attempt that the proof is valid for. */
    data: { idempotencyKey: string };
  };
  signature: string;
}

/** A solved challenge. */
export interface ProofOfWork {
  challenge: ProofOfWorkChallenge;
  solution: { counter: number; derivedKey: string };
}
