import type { ThreeDSecure } from '@card-checkout/contract/checkout';
import type { Brand } from '../card/brands.ts';

/** Is how an authentication can end. */
export type ThreeDSStatus =
  | 'authenticated'
  | 'attempted'
  | 'data_only'
  | 'failed'
  | 'not_enrolled'
  | 'unsupported_brand'
  | 'disabled'
  | 'challenge_suppressed'
  | 'cancelled'
  | 'timeout'
  | 'blocked'
  | 'error';

export interface ThreeDSOutcome {
  status: ThreeDSStatus;
  data?: ThreeDSecure;
  /** What went wrong, for `error`. */
  cause?: unknown;
}

/** Writes an ECI with two digits; providers leave the leading zero out (Cielo's manual). */
export function normalizeEci(eci: string): string {
  return eci.padStart(2, '0');
}

/**
 * Tells from an ECI of two digits whether the issuer or the brand answers for the payment, so that the
 * liability shifts to the issuer: the ECI decides, not the event (Cielo's table of ECI).
 *
 * | ECI        | authenticated by the issuer | by the brand (attempt) |
 * | ---------- | --------------------------- | ---------------------- |
 * | Mastercard | 02                          | 01                     |
 * | others     | 05                          | 06                     |
 */
export function shiftsLiability(eci: string, brand: Brand | undefined): boolean {
  const isMastercard = brand === 'mastercard' || brand === 'maestro';
  return (isMastercard ? ['02', '01'] : ['05', '06']).includes(eci);
}
