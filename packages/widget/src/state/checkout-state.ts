import type { Payment } from '@card-checkout/contract/payment';
import { CheckoutError, isCheckoutErrorCode } from '../errors.ts';
import type { CheckoutStep } from './events.ts';

/** Where the element stands; every member has its own look. */
export type CheckoutState =
  | { status: 'ready' }
  | { status: 'paying'; step: CheckoutStep }
  | { status: 'approved'; payment: Payment }
  | { status: 'declined'; payment: Payment }
  | { status: 'pending'; payment: Payment }
  | { status: 'error'; error: CheckoutError };

/** Tells whether the form is done with: the order is paid, or the buyer must not pay again. */
export function isOver(status: CheckoutState['status']): status is 'approved' | 'pending' {
  return status === 'approved' || status === 'pending';
}

/** Gives the state that a payment leads to (contract section 3). */
export function stateAfter(payment: Payment): CheckoutState {
  switch (payment.status) {
    case 'approved':
    case 'declined':
      return { status: payment.status, payment };
    case 'processing':
    case 'unknown':
      return { status: 'pending', payment };
    case 'invalid':
    case 'failed':
      return { status: 'error', error: errorOf(payment) };
    default:
      return payment.status satisfies never;
  }
}

function errorOf({ code, fields, retryable }: Payment): CheckoutError {
  const known = code !== undefined && isCheckoutErrorCode(code) ? code : 'unexpected';
  return new CheckoutError(known, { retryable, ...(fields && { fields }) });
}
