import type { CardKind, ProofKind, ThreeDSecure } from '@card-checkout/contract/checkout';
import { threeDSModes, type ThreeDSMode } from '@card-checkout/contract/client-config';
import { isCompleteProof } from '@card-checkout/contract/three-ds';
import type { Brand } from '../fields/brands.ts';
import type { CheckoutErrorCode } from '../errors.ts';
import type { ThreeDSOutcome } from './outcome.ts';

interface PolicyContext {
  mode: ThreeDSMode;
  proof: ProofKind;
  kind: CardKind;
  brand: Brand | undefined;
  /** Whether this is the second authentication of the attempt; there is no third. */
  isRetry: boolean;
}

export type Decision =
  | { next: 'proceed'; threeDSecure?: ThreeDSecure }
  | { next: 'retry' }
  | { next: 'stop'; code: CheckoutErrorCode };

/** Returns the strictest of the modes; a word that isn't one counts as `required`. */
export function strictest(...modes: readonly ThreeDSMode[]): ThreeDSMode {
  return threeDSModes[Math.min(...modes.map((mode) => threeDSModes.indexOf(mode)))] ?? 'required';
}

/**
 * Decides how a payment continues after an authentication (`docs/three-ds.md`). Debit always
 * needs a proof, as acquirers require it; for debit, `off` counts as `required`.
 */
export function decide({ status, data }: ThreeDSOutcome, context: PolicyContext): Decision {
  switch (status) {
    case 'failed':
    case 'cancelled':
    case 'timeout':
    case 'no_token':
      return { next: 'stop', code: `three_ds_${status}` };
    case 'authenticated':
    case 'attempted':
      return isCompleteProof(data, context.brand, context.proof)
        ? { next: 'proceed', threeDSecure: data }
        : proceedWithoutProof(context);
    case 'error':
      return context.isRetry ? proceedWithoutProof(context) : { next: 'retry' };
    case 'data_only':
    case 'not_enrolled':
    case 'unavailable':
    case 'unsupported_brand':
    case 'disabled':
    case 'challenge_suppressed':
      return proceedWithoutProof(context);
    case 'blocked':
      return proceedWithoutProof(context, 'three_ds_blocked');
    default:
      return status satisfies never;
  }
}

function proceedWithoutProof(
  { mode, kind }: PolicyContext,
  code: CheckoutErrorCode = 'three_ds_unavailable',
): Decision {
  const mayGoWithout = mode === 'preferred' && kind === 'credit';
  return mayGoWithout ? { next: 'proceed' } : { next: 'stop', code };
}
