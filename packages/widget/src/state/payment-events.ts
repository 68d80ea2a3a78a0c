import {
  passing,
  type CheckoutChangeEvent,
  type CheckoutErrorEvent,
  type CheckoutStepEvent,
} from './events.ts';

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

/**
 * The payment was approved.
 *
 * @example
 * checkout.addEventListener('checkout-approved', ({ paymentId }) => {
 *   location.href = `/thanks?payment=${paymentId}`;
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
