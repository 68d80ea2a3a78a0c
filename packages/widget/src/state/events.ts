import type { CheckoutErrorCode } from '../errors.ts';
import type { Brand } from '../fields/brands.ts';
import type {
  CheckoutApprovedEvent,
  CheckoutDeclinedEvent,
  CheckoutExpiringEvent,
  CheckoutPendingEvent,
  CheckoutReadyEvent,
  CheckoutStepEvent,
} from './payment-events.ts';

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
