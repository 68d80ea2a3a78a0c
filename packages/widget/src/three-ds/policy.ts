import type { CardKind, ThreeDSecure } from '@card-checkout/contract/checkout';
import type { Brand } from '../fields/brands.ts';
import type { CheckoutErrorCode } from '../errors.ts';
import { answersFor, type ThreeDSOutcome } from './outcome.ts';

/** How much the merchant wants authentication (attribute `three-ds`). */
export type ThreeDSMode = 'required' | 'preferred' | 'off';

/** What an outcome is judged by. */
export interface Situation {
  mode: ThreeDSMode;
  kind: CardKind;
  brand: Brand | undefined;
  /** Whether this was the second authentication of the attempt; there is no third. */
  isRetry: boolean;
}

export type Decision =
  | { next: 'proceed'; threeDSecure?: ThreeDSecure }
  | { next: 'retry' }
  | { next: 'stop'; code: CheckoutErrorCode };

/**
 * Decides how a payment goes on after an authentication (contract section 6; three-ds.md section 2.3).
 * Debit never goes on without an authenticated result; the acquirers ask for it, so `off` is `required` for it.
 *
 * | outcome                                        | required, or debit     | preferred            |
 * | ---------------------------------------------- | ---------------------- | -------------------- |
 * | authenticated, attempted; all three values     | with data              | with data            |
 * | … but the ECI says otherwise, or a value lacks | `three_ds_unavailable` | without              |
 * | failed                                         | `three_ds_failed`      | `three_ds_failed`    |
 * | cancelled                                      | `three_ds_cancelled`   | `three_ds_cancelled` |
 * | timeout (the time over all)                    | `three_ds_timeout`     | `three_ds_timeout`   |
 * | error, the first time                          | again, with a new token | the same            |
 * | error, the second time                         | `three_ds_unavailable` | without              |
 * | data_only, not_enrolled, unavailable,          | `three_ds_unavailable` | without              |
 * | unsupported_brand, disabled,                   |                        |                      |
 * | challenge_suppressed, blocked                  |                        |                      |
 */
export function decide({ status, data }: ThreeDSOutcome, situation: Situation): Decision {
  switch (status) {
    case 'failed':
    case 'cancelled':
    case 'timeout':
      return { next: 'stop', code: `three_ds_${status}` };
    case 'authenticated':
    case 'attempted':
      return proves(data, situation.brand)
        ? { next: 'proceed', threeDSecure: data }
        : withoutProof(situation);
    case 'error':
      return situation.isRetry ? withoutProof(situation) : { next: 'retry' };
    case 'data_only':
    case 'not_enrolled':
    case 'unavailable':
    case 'unsupported_brand':
    case 'disabled':
    case 'challenge_suppressed':
    case 'blocked':
      return withoutProof(situation);
    default:
      return status satisfies never;
  }
}

function proves(data: ThreeDSecure | undefined, brand: Brand | undefined): data is ThreeDSecure {
  if (!data?.Cavv || !data.Eci || !data.Version) return false;
  return answersFor(data.Eci, brand) !== 'merchant';
}

function withoutProof({ mode, kind }: Situation): Decision {
  const mayGoWithout = mode === 'preferred' && kind === 'credit';
  return mayGoWithout ? { next: 'proceed' } : { next: 'stop', code: 'three_ds_unavailable' };
}
