import type { Payment } from '@card-checkout/contract/payment';
import type { CheckoutError } from '../errors.ts';

/** The stages of an attempt, in order. */
export type CheckoutStep = 'fraud' | 'token' | 'challenge' | 'submit' | 'waiting';

/** The state of the element; each member is rendered differently. */
export type CheckoutState =
  /** `wasAtBank`: the page was reloaded before the bank had confirmed, so nothing was charged. */
  | { status: 'ready'; wasAtBank?: boolean }
  | Paying
  /** `isOther`: the buyer pressed to pay with another card, which wasn't charged. */
  | { status: 'approved' | 'declined' | 'pending'; payment: Payment; isOther?: boolean }
  /** A payment ended with an error, or the form can't be used. */
  | Failed;

interface Paying {
  status: 'paying';
  step: CheckoutStep;
  /** When the step began, by `performance.now()`; undefined before that and after its end. */
  begunAtMs?: number;
  /** Unknown while only a note in this tab says that there is a payment. */
  paymentId?: string | undefined;
  /** Integer centavos that it charges; unknown after a reload. */
  totalCentavos?: number | undefined;
  /** Whether an earlier page sent the payment, so no form is shown. */
  isEarlier?: boolean;
  /** Whether the proxy knew of no payment for the order when this one began. */
  isUnpaid?: boolean;
}

interface Failed {
  status: 'error';
  error: CheckoutError;
  /** What the proxy says of the payment, if it was asked. */
  payment?: Payment;
  paymentId?: string | undefined;
  isOther?: boolean;
  /** Whether it is proved that nothing was charged for the order. */
  isUncharged?: boolean;
}

/** Returns the idempotency key of the latest attempt; undefined before the first. */
export function paymentIdIn(state: CheckoutState): string | undefined {
  if ('payment' in state && state.payment) return state.payment.id;
  return 'paymentId' in state ? state.paymentId : undefined;
}

/** Whether the order is paid, or the buyer must not pay again. */
export function isOver(status: CheckoutState['status']): status is 'approved' | 'pending' {
  return status === 'approved' || status === 'pending';
}

/** Whether no other attempt can succeed, so that an error replaces the form. */
export function isClosed(state: CheckoutState): boolean {
  return state.status === 'error' && !state.error.retryable;
}

/** Whether the form only shows that it waits for an earlier payment. */
export function isWaitingOnly(state: CheckoutState): boolean {
  return state.status === 'paying' && state.isEarlier === true;
}

/**
 * Whether an order, by default any, is or may be paid, so that signing it again must not allow another
 * payment.
 */
export function mayHavePaid(state: CheckoutState, orderId?: string): boolean {
  if (!('payment' in state) || !state.payment) return false;
  if (orderId !== undefined && state.payment.orderId !== orderId) return false;
  if (state.status !== 'error') return isOver(state.status);
  return state.error.code === 'unavailable' && !state.error.retryable;
}

/** Whether the button may be pressed: no attempt runs, and another one can succeed. */
export function canPay(state: CheckoutState): boolean {
  if (state.status === 'error') return state.error.retryable;
  return state.status === 'ready' || state.status === 'declined';
}

/** Whether the card has been sent to the proxy; from then on an attempt can't be canceled. */
export function isSubmitted(state: CheckoutState): boolean {
  return state.status === 'paying' && (state.step === 'submit' || state.step === 'waiting');
}

export function canCancel(state: CheckoutState): boolean {
  return state.status === 'paying' && !isSubmitted(state);
}
