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
}

/** Writes an ECI with two digits; providers leave the leading zero out (Cielo's manual). */
export function normalizeEci(eci: string | undefined): string | undefined {
  return eci?.padStart(2, '0');
}

/**
 * Reads from the ECI who bears a chargeback: the ECI decides, not the event (Cielo's table of ECI).
 *
 * | ECI        | authenticated by the issuer | by the brand (attempt) |
 * | ---------- | --------------------------- | ---------------------- |
 * | Mastercard | 02                          | 01                     |
 * | others     | 05                          | 06                     |
 */
export function judgeEci(
  eci: string | undefined,
  brand: Brand | undefined,
): 'authenticated' | 'attempted' | 'not_authenticated' {
  const isMastercard = brand === 'mastercard' || brand === 'maestro';
  const [authenticated, attempted] = isMastercard ? ['02', '01'] : ['05', '06'];
  const normalized = normalizeEci(eci);
  if (normalized === authenticated) return 'authenticated';
  return normalized === attempted ? 'attempted' : 'not_authenticated';
}
