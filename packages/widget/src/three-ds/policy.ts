import type { CardKind, ThreeDSecure } from '@card-checkout/contract/checkout';
import type { Brand } from '../card/brands.ts';
import type { CheckoutErrorCode } from '../errors.ts';
import { normalizeEci, shiftsLiability, type ThreeDSOutcome } from './outcome.ts';

/** Is how much the merchant wants authentication (attribute `three-ds`). */
export type ThreeDSMode = 'required' | 'preferred' | 'off';

export type Decision =
  { proceed: true; threeDSecure?: ThreeDSecure } | { proceed: false; code: CheckoutErrorCode };

/**
 * Decides whether a payment goes on after an authentication (contract section 6).
 * Debit never goes on without an authenticated result; the acquirers ask for it.
 *
 * | outcome                                        | required, or debit     | preferred            |
 * | ---------------------------------------------- | ---------------------- | -------------------- |
 * | authenticated, attempted; all three values     | with data              | with data            |
 * | … but the ECI says otherwise, or a value lacks | `three_ds_unavailable` | without              |
 * | failed                                         | `three_ds_failed`      | `three_ds_failed`    |
 * | cancelled                                      | `three_ds_cancelled`   | `three_ds_cancelled` |
 * | timeout (the 90 s over all)                    | `three_ds_timeout`     | `three_ds_timeout`   |
 * | any other                                      | `three_ds_unavailable` | without              |
 */
export function decide(
  { status, data }: ThreeDSOutcome,
  situation: { mode: ThreeDSMode; kind: CardKind; brand: Brand | undefined },
): Decision {
  if (status === 'failed') return { proceed: false, code: 'three_ds_failed' };
  if (status === 'cancelled') return { proceed: false, code: 'three_ds_cancelled' };
  if (status === 'timeout') return { proceed: false, code: 'three_ds_timeout' };

  const claimsProof = status === 'authenticated' || status === 'attempted';
  if (claimsProof && data?.Cavv && data.Eci && data.Version) {
    const Eci = normalizeEci(data.Eci);
    const isProven = shiftsLiability(Eci, situation.brand);
    if (isProven) return { proceed: true, threeDSecure: { ...data, Eci } };
  }
  const mayGoWithout = situation.mode === 'preferred' && situation.kind === 'credit';
  return mayGoWithout ? { proceed: true } : { proceed: false, code: 'three_ds_unavailable' };
}
