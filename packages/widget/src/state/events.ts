import type { PaymentStatus } from '@card-checkout/contract/payment';
import type { CheckoutErrorCode } from '../errors.ts';
import type { Brand } from '../fields/brands.ts';
import type { ThreeDSStatus } from '../three-ds/outcome.ts';
import type { CheckoutStep } from './checkout-state.ts';

/** Every event of the element crosses the shadow roots around it. */
const passing = { bubbles: true, composed: true };

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

/**
 * The proxy's configuration has loaded and the buyer can pay.
 *
 * @example
 * checkout.addEventListener('checkout-ready', () => spinner.remove());
 */
export class CheckoutReadyEvent extends Event {
  constructor() {
    super('checkout-ready', passing);
  }
}

/**
 * The order expires in about two minutes, or sooner if it lives for less than four. With a fresh
 * `order`, everything that was typed stays.
 *
 * @example
 * checkout.addEventListener('checkout-expiring', async () => {
 *   checkout.order = await fetchOrder();
 * });
 */
export class CheckoutExpiringEvent extends Event {
  constructor() {
    super('checkout-expiring', passing);
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

/**
 * The payment was approved.
 *
 * @example
 * checkout.addEventListener('checkout-approved', () => {
 *   location.href = '/thanks';
 * });
 */
export class CheckoutApprovedEvent extends Event {
  readonly paymentId: string;
  /** Members of the payments API's answer that the proxy passes on (`RESPONSE_FIELDS`). */
  readonly payment: Readonly<Record<string, unknown>>;

  constructor(paymentId: string, payment: Readonly<Record<string, unknown>>) {
    super('checkout-approved', passing);
    this.paymentId = paymentId;
    this.payment = payment;
  }
}

/**
 * The payment was declined; the reason is not sent to the browser.
 *
 * @example
 * checkout.addEventListener('checkout-declined', ({ paymentId }) => log(paymentId));
 */
export class CheckoutDeclinedEvent extends Event {
  readonly paymentId: string;
  readonly code: 'declined';

  constructor(paymentId: string) {
    super('checkout-declined', passing);
    this.paymentId = paymentId;
    this.code = 'declined';
  }
}

/**
 * The outcome is not known yet; the buyer must not pay again.
 *
 * @example
 * checkout.addEventListener('checkout-pending', ({ paymentId }) => keepOrderOpen(paymentId));
 */
export class CheckoutPendingEvent extends Event {
  readonly paymentId: string;

  constructor(paymentId: string) {
    super('checkout-pending', passing);
    this.paymentId = paymentId;
  }
}

/** The element's events, by name. */
export interface CheckoutEventMap {
  'checkout-ready': CheckoutReadyEvent;
  'checkout-change': CheckoutChangeEvent;
  'checkout-step': CheckoutStepEvent;
  'checkout-approved': CheckoutApprovedEvent;
  'checkout-declined': CheckoutDeclinedEvent;
  'checkout-error': CheckoutErrorEvent;
  'checkout-expiring': CheckoutExpiringEvent;
  'checkout-pending': CheckoutPendingEvent;
}

declare global {
  interface HTMLElementEventMap extends CheckoutEventMap {}
}
