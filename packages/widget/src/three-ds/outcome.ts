import type { ThreeDSecure } from '@card-checkout/contract/checkout';
import { membersOf } from '@card-checkout/contract/json';

/**
 * The possible outcomes of an authentication.
 *
 * - `authenticated`, `attempted`: by the issuer, or by the brand instead.
 * - `data_only`: the issuer was only informed; the liability stays with the merchant.
 * - `failed`: the issuer refused the buyer.
 * - `not_enrolled`, `unsupported_brand`: the card has no authentication.
 * - `unavailable`: the issuer couldn't authenticate now.
 * - `disabled`, `challenge_suppressed`: authentication or its challenge is switched off.
 * - `cancelled`: by the buyer. `timeout`: the whole authentication took too long.
 * - `blocked`: a script didn't load or never answered, or the page's policy blocks the bank's page.
 * - `no_token`: the payments API gave no token, so nobody was asked.
 * - `error`: the provider or its script failed.
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
  'no_token',
  'error',
] as const;

export type ThreeDSStatus = (typeof threeDSStatuses)[number];

/** How an authentication ended, and its proof; every value of `data` may be missing. */
export interface ThreeDSOutcome {
  status: ThreeDSStatus;
  data?: ThreeDSecure;
  /** What went wrong, without card data. */
  cause?: unknown;
}

/**
 * Reads an adapter's outcome; a merchant's adapter may return anything. Converts values to strings, omits
 * empty ones, and pads the ECI to two digits: providers omit the leading zero (Cielo's manual).
 */
export function readOutcome(given: unknown): ThreeDSOutcome {
  const members = membersOf(given);
  const status = threeDSStatuses.find((known) => known === members.get('status'));
  if (!status) return { status: 'error', cause: 'the adapter returned no outcome' };
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
