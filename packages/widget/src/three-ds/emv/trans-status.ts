import type { ThreeDSStatus } from '../outcome.ts';

/** The issuer's result of an authentication (EMV 3DS 2.2, Transaction Status). */
export type TransStatus = 'Y' | 'A' | 'N' | 'U' | 'R' | 'D' | 'I';

/** The outcome for each transaction status. */
export const outcomeOfTransStatus: Record<TransStatus, ThreeDSStatus> = {
  Y: 'authenticated',
  A: 'attempted',
  N: 'failed',
  R: 'failed',
  U: 'unavailable',
  // Decoupled: the issuer asks the buyer later and elsewhere, which takes too long to wait for.
  D: 'unavailable',
  I: 'data_only',
};
