import type { Brand } from './card/brands.ts';
import type { CheckoutErrorCode } from './errors.ts';

/** Are the stages of an attempt, in their order. */
export type CheckoutStep = 'fraud' | 'token' | 'challenge' | 'submit' | 'waiting';

const passing = { bubbles: true, composed: true };

/** Says that the proxy's configuration is there and the buyer can pay. */
export class CheckoutReadyEvent extends Event {
  static readonly eventName = 'checkout-ready' as const;

  constructor() {
    super(CheckoutReadyEvent.eventName, passing);
  }
}

/** Says that the validity of the form or the brand of the card changed. */
export class CheckoutChangeEvent extends Event {
  static readonly eventName = 'checkout-change' as const;
  readonly valid: boolean;
  readonly brand: Brand | undefined;

  constructor(valid: boolean, brand: Brand | undefined) {
    super(CheckoutChangeEvent.eventName, passing);
    this.valid = valid;
    this.brand = brand;
  }
}

/** Says which stage of the attempt begins. */
export class CheckoutStepEvent extends Event {
  static readonly eventName = 'checkout-step' as const;
  readonly step: CheckoutStep;

  constructor(step: CheckoutStep) {
    super(CheckoutStepEvent.eventName, passing);
    this.step = step;
  }
}

/** Says that the payment was approved. */
export class CheckoutApprovedEvent extends Event {
  static readonly eventName = 'checkout-approved' as const;
  readonly paymentId: string;
  /** What the proxy shows of the payments API's answer (`RESPONSE_FIELDS`). */
  readonly payment: Readonly<Record<string, unknown>>;

  constructor(paymentId: string, payment: Readonly<Record<string, unknown>>) {
    super(CheckoutApprovedEvent.eventName, passing);
    this.paymentId = paymentId;
    this.payment = payment;
  }
}

/** Says that the payment was declined; the reason stays with the merchant. */
export class CheckoutDeclinedEvent extends Event {
  static readonly eventName = 'checkout-declined' as const;
  readonly paymentId: string;
  readonly code: 'declined';

  constructor(paymentId: string) {
    super(CheckoutDeclinedEvent.eventName, passing);
    this.paymentId = paymentId;
    this.code = 'declined';
  }
}

/** Says that the attempt ended without an answer about the payment. */
export class CheckoutErrorEvent extends Event {
  static readonly eventName = 'checkout-error' as const;
  readonly code: CheckoutErrorCode;
  readonly retryable: boolean;

  constructor(code: CheckoutErrorCode, retryable: boolean) {
    super(CheckoutErrorEvent.eventName, passing);
    this.code = code;
    this.retryable = retryable;
  }
}

/** Says that the outcome is not known yet; the buyer must not pay again. */
export class CheckoutPendingEvent extends Event {
  static readonly eventName = 'checkout-pending' as const;
  readonly paymentId: string;

  constructor(paymentId: string) {
    super(CheckoutPendingEvent.eventName, passing);
    this.paymentId = paymentId;
  }
}

declare global {
  interface HTMLElementEventMap {
    'checkout-ready': CheckoutReadyEvent;
    'checkout-change': CheckoutChangeEvent;
    'checkout-step': CheckoutStepEvent;
    'checkout-approved': CheckoutApprovedEvent;
    'checkout-declined': CheckoutDeclinedEvent;
    'checkout-error': CheckoutErrorEvent;
    'checkout-pending': CheckoutPendingEvent;
  }
}
