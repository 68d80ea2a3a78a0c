import type { PaymentStatus } from '@card-checkout/contract/payment';
import type { CheckoutErrorCode } from '../errors.ts';
import type { Brand } from '../fields/brands.ts';
import type { ThreeDSStatus } from '../three-ds/outcome.ts';
import type { CheckoutStep } from './checkout-state.ts';

/** Every event of the element crosses the shadow roots around it. */
export const passing = { bubbles: true, composed: true };

/**
 * The validity of the form or the brand of the card changed.
 *
 * @example
 * checkout.addEventListener('checkout-change', ({ valid, brand }) => show(valid, brand));
 */
export class CheckoutChangeEvent extends Event {
  readonly valid: boolean;
  readonly brand: Brand | undefined;

  constructor(valid: boolean, brand: Brand | undefined) {
    super('checkout-change', passing);
    this.valid = valid;
    this.brand = brand;
  }
}

/**
 * The attempt ended without an answer about the payment.
 *
 * @example
 * checkout.addEventListener('checkout-error', ({ code, retryable }) => log(code, retryable));
 */
export class CheckoutErrorEvent extends Event {
  readonly code: CheckoutErrorCode;
  readonly retryable: boolean;

  constructor(code: CheckoutErrorCode, retryable: boolean) {
    super('checkout-error', passing);
    this.code = code;
    this.retryable = retryable;
  }
}

/** Result of a step: of the fraud script, the authentication or the payment, or an error code. */
export type StepOutcome =
  'completed' | 'incomplete' | ThreeDSStatus | PaymentStatus | CheckoutErrorCode;

/**
 * A stage of the attempt begins, or, with `outcome`, has ended. Shows a merchant where buyers drop
 * out; the element itself sends these figures nowhere.
 *
 * @example
 * checkout.addEventListener('checkout-step', ({ step, outcome, durationMs }) => {
 *   if (outcome) track(step, outcome, durationMs);
 * });
 */
export class CheckoutStepEvent extends Event {
  readonly step: CheckoutStep;
  /** Set when the step has ended. */
  readonly outcome: StepOutcome | undefined;
  /** Milliseconds since the step began. */
  readonly durationMs: number;

  constructor(step: CheckoutStep, outcome?: StepOutcome, durationMs = 0) {
    super('checkout-step', passing);
    this.step = step;
    this.outcome = outcome;
    this.durationMs = durationMs;
  }
}
