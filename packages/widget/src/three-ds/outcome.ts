import type { ThreeDSecure } from '@card-checkout/contract/checkout';
import type { Brand } from '../fields/brands.ts';
import { membersOf } from '@card-checkout/contract/json';

/**
 * The ways in which an authentication can end.
 *
 * - `authenticated`, `attempted`: by the issuer, or by the brand in its stead.
 * - `data_only`: the issuer was told, and asked nothing; the liability stays with the merchant.
 * - `failed`: the issuer refused the buyer.
 * - `not_enrolled`, `unsupported_brand`: this card has no authentication.
 * - `unavailable`: the issuer could not authenticate now.
 * - `disabled`, `challenge_suppressed`: it was switched off, or may not ask the buyer.
 * - `cancelled`: by the buyer. `timeout`: the time over all is up.
 * - `blocked`: a script did not load or never spoke, or the token came too late.
 * - `error`: the provider, its script or its token failed.
 */
export const threeDSStatuses = [
  'authenticated',
  'attempted',
  'data_only',
  'failed',
  'not_enrolled',
  'unavailable',
  'unsupported_brand',
  'disabled',
  'challenge_suppressed',
  'cancelled',
  'timeout',
  'blocked',
  'error',
] as const;

export type ThreeDSStatus = (typeof threeDSStatuses)[number];

/** How one authentication ended, and what it yields; every value of `data` may be missing. */
export interface ThreeDSOutcome {
  status: ThreeDSStatus;
  data?: ThreeDSecure;
  /** What went wrong; free of card data. */
  cause?: unknown;
}

/**
 * Reads what an adapter gives; an adapter of a merchant's own may give anything. Values become texts,
 * the ECI has two digits (providers leave the leading zero out, Cielo's manual), what is empty is left out.
 */
export function readOutcome(given: unknown): ThreeDSOutcome {
  const members = membersOf(given);
  const status = threeDSStatuses.find((known) => known === members.get('status'));
  if (!status) return { status: 'error', cause: 'the adapter gave no outcome' };
  const values = membersOf(members.get('data'));
  const text = (name: string): string | undefined => {
    const value = values.get(name);
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText && value !== '' ? String(value) : undefined;
  };
  const data = {
    Cavv: text('Cavv'),
    Eci: text('Eci')?.padStart(2, '0'),
    Version: text('Version'),
    Xid: text('Xid'),
    ReferenceId: text('ReferenceId'),
  };
  return { status, data, cause: members.get('cause') };
}

/**
 * Tells from an ECI of two digits who answers for the payment: by issuer and brand the liability shifts from
 * the merchant. The ECI decides, not the event (Cielo's table of ECI).
 *
 * | ECI        | authenticated by the issuer | by the brand (attempt) | any other |
 * | ---------- | --------------------------- | ---------------------- | --------- |
 * | Mastercard | 02                          | 01                     | merchant  |
 * | others     | 05                          | 06                     | merchant  |
 */
export function answersFor(eci: string, brand: Brand | undefined): 'issuer' | 'brand' | 'merchant' {
  const isMastercard = brand === 'mastercard' || brand === 'maestro';
  if (eci === (isMastercard ? '02' : '05')) return 'issuer';
  return eci === (isMastercard ? '01' : '06') ? 'brand' : 'merchant';
}
