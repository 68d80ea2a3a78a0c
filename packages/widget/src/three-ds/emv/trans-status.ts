import type { ThreeDSStatus } from '../outcome.ts';

/** What an issuer says of an authentication that is over (EMV 3DS 2.2, Transaction Status). */
export type TransStatus = 'Y' | 'A' | 'N' | 'U' | 'R' | 'D' | 'I';

/** Says which outcome a transaction status is. */
export const outcomeOfTransStatus: Record<TransStatus, ThreeDSStatus> = {
  Y: 'authenticated',
  A: 'attempted',
  N: 'failed',
  R: 'failed',
  U: 'unavailable',
  // Decoupled: the issuer asks the buyer later and elsewhere, and nobody here can wait for it.
  D: 'unavailable',
  I: 'data_only',
};
