import type { PaymentStatus } from '@card-checkout/contract/payment';
import type { CheckoutErrorCode } from '../errors.ts';
import type { Brand } from '../fields/brands.ts';
import type { ThreeDSStatus } from '../three-ds/outcome.ts';
import type { CheckoutStep } from './checkout-state.ts';

/**
 * The validity of the form, the brand of the card or what will be charged changed.
 *
 * @example
 * checkout.addEventListener('checkout-change', ({ totalCentavos }) => log(totalCentavos));
 */
export interface CheckoutChangeEvent extends Event {
  readonly valid: boolean;
  readonly brand: Brand | undefined;
  /** The chosen installments; 1 for a debit card. */
  readonly installments: number;
  /** Integer centavos with the interest of the chosen plan; undefined without an order. */
  readonly totalCentavos: number | undefined;
}

/**
 * The attempt ended without an answer about the payment.
 *
 * @example
 * checkout.addEventListener('checkout-error', ({ code, retryable }) => log(code, retryable));
 */
export interface CheckoutErrorEvent extends Event {
  readonly code: CheckoutErrorCode;
  readonly retryable: boolean;
}

/**
 * The proxy's configuration has loaded and the buyer can pay.
 *
 * @example
 * checkout.addEventListener('checkout-ready', () => spinner.remove());
 */
export type CheckoutReadyEvent = Event;

/**
 * The order expires in about two minutes, or sooner if it lives for less than four. With a fresh
 * `order`, everything that was typed stays.
 *
 * @example
 * checkout.addEventListener('checkout-expiring', async () => {
 *   checkout.order = await fetchOrder();
 * });
 */
export type CheckoutExpiringEvent = Event;

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
export interface CheckoutStepEvent extends Event {
  readonly step: CheckoutStep;
  /** Set when the step has ended. */
  readonly outcome: StepOutcome | undefined;
  /** Milliseconds since the step began. */
  readonly durationMs: number;
}

/**
 * The payment was approved.
 *
 * @example
 * checkout.addEventListener('checkout-approved', () => {
 *   location.href = '/thanks';
 * });
 */
export interface CheckoutApprovedEvent extends Event {
  readonly paymentId: string;
  /** Whether another element or an earlier page made the payment; it may have fired this event, too. */
  readonly isEarlier: boolean;
  /** Members of the payments API's answer that the proxy passes on (`API_FILE`). */
  readonly payment: Readonly<Record<string, unknown>>;
}

/**
 * The payment was declined; the reason isn't sent to the browser.
 *
 * @example
 * checkout.addEventListener('checkout-declined', ({ paymentId }) => log(paymentId));
 */
export interface CheckoutDeclinedEvent extends Event {
  readonly paymentId: string;
  readonly code: 'declined';
}

/**
 * The outcome isn't known yet; the buyer must not pay again.
 *
 * @example
 * checkout.addEventListener('checkout-pending', ({ paymentId }) => keepOrderOpen(paymentId));
 */
export interface CheckoutPendingEvent extends Event {
  readonly paymentId: string;
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

/** What each event tells the page. */
export type EventFields = {
  [Name in keyof CheckoutEventMap]: Omit<CheckoutEventMap[Name], keyof Event>;
};

/**
 * Makes an event of the element. Every one crosses the shadow roots around it. MooTools replaces `Event`.
 */
export function eventOf<Name extends keyof EventFields>(
  name: Name,
  fields: EventFields[Name],
): Event {
  return Object.assign(new CustomEvent(name, { bubbles: true, composed: true }), fields);
}

declare global {
  interface HTMLElementEventMap extends CheckoutEventMap {}
}
