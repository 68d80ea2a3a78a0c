import type { PaymentStatus } from '@card-checkout/contract/payment';
import type { Brand } from '../fields/brands.ts';
import type { CheckoutState } from './checkout-state.ts';
import type { CheckoutErrorCode } from '../errors.ts';
import type { ThreeDSStatus } from '../three-ds/outcome.ts';

/** The stages of an attempt, in their order. */
export type CheckoutStep = 'fraud' | 'token' | 'challenge' | 'submit' | 'waiting';

const passing = { bubbles: true, composed: true };

/** Says that the proxy's configuration is there and the buyer can pay. */
export class CheckoutReadyEvent extends Event {
  constructor() {
    super('checkout-ready', passing);
  }
}

/** Says that the validity of the form or the brand of the card changed. */
export class CheckoutChangeEvent extends Event {
  readonly valid: boolean;
  readonly brand: Brand | undefined;

  constructor(valid: boolean, brand: Brand | undefined) {
    super('checkout-change', passing);
    this.valid = valid;
    this.brand = brand;
  }
}

/** What came of a step: of the fraud script, of the authentication, or of the payment; or an error. */
export type StepOutcome =
  'completed' | 'incomplete' | ThreeDSStatus | PaymentStatus | CheckoutErrorCode;

/**
 * Says which stage of the attempt begins; and, with `outcome`, how it has ended, so that a merchant can see
 * where buyers drop out. The widget itself tells nobody.
 */
export class CheckoutStepEvent extends Event {
  readonly step: CheckoutStep;
  /** There when the step has ended. */
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

/** Says that the payment was approved. */
export class CheckoutApprovedEvent extends Event {
  readonly paymentId: string;
  /** What the proxy shows of the payments API's answer (`RESPONSE_FIELDS`). */
  readonly payment: Readonly<Record<string, unknown>>;

  constructor(paymentId: string, payment: Readonly<Record<string, unknown>>) {
    super('checkout-approved', passing);
    this.paymentId = paymentId;
    this.payment = payment;
  }
}

/** Says that the payment was declined; the reason stays with the merchant. */
export class CheckoutDeclinedEvent extends Event {
  readonly paymentId: string;
  readonly code: 'declined';

  constructor(paymentId: string) {
    super('checkout-declined', passing);
    this.paymentId = paymentId;
    this.code = 'declined';
  }
}

/** Says that the attempt ended without an answer about the payment. */
export class CheckoutErrorEvent extends Event {
  readonly code: CheckoutErrorCode;
  readonly retryable: boolean;

  constructor(code: CheckoutErrorCode, retryable: boolean) {
    super('checkout-error', passing);
    this.code = code;
    this.retryable = retryable;
  }
}

/** Says that the outcome is not known yet; the buyer must not pay again. */
export class CheckoutPendingEvent extends Event {
  readonly paymentId: string;

  constructor(paymentId: string) {
    super('checkout-pending', passing);
    this.paymentId = paymentId;
  }
}

/** Gives the event that tells the page how an attempt ended, if it has. */
export function eventFor(state: CheckoutState): Event | undefined {
  switch (state.status) {
    case 'approved':
      return new CheckoutApprovedEvent(state.payment.id, state.payment.payment ?? {});
    case 'declined':
      return new CheckoutDeclinedEvent(state.payment.id);
    case 'pending':
      return new CheckoutPendingEvent(state.payment.id);
    case 'error':
      return new CheckoutErrorEvent(state.error.code, state.error.retryable);
    case 'ready':
    case 'paying':
      return undefined;
    default:
      return state satisfies never;
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
  'checkout-pending': CheckoutPendingEvent;
}

declare global {
  interface HTMLElementEventMap extends CheckoutEventMap {}
}
