import type { Payment } from '@card-checkout/contract/payment';
import { CheckoutError } from '../errors.ts';
import { isUnresolved } from '../proxy-client/client.ts';
import { knownCode } from '../proxy-client/wire.ts';
import type { CheckoutState, Receipt } from '../state/checkout-state.ts';
import { CheckoutErrorEvent } from '../state/events.ts';
import {
  CheckoutApprovedEvent,
  CheckoutDeclinedEvent,
  CheckoutPendingEvent,
} from '../state/payment-events.ts';

/** How an attempt ended: what the element shows, and the event for the page. */
export interface Ending {
  /** Undefined when no attempt was made. */
  paymentId: string | undefined;
  state: CheckoutState;
  event: Event;
}

/**
 * Returns the end of the attempt that led to a payment. While the order may have been charged, a
 * decline invites to no other card.
 */
export function endingOf(payment: Payment, receipt?: Receipt): Ending {
  const { id: paymentId, status } = payment;
  switch (status) {
    case 'approved': {
      const event = new CheckoutApprovedEvent(paymentId, payment.payment ?? {});
      return { paymentId, state: { status, payment, ...(receipt && { receipt }) }, event };
    }
    case 'declined': {
      if (!payment.retryable) return failure(payment);
      const event = new CheckoutDeclinedEvent(paymentId);
      return { paymentId, state: { status, payment }, event };
    }
    case 'processing':
    case 'unknown': {
      const event = new CheckoutPendingEvent(paymentId);
      return { paymentId, state: { status: 'pending', payment }, event };
    }
    case 'invalid':
    case 'failed':
      return failure(payment);
    default:
      return status satisfies never;
  }
}

function failure(payment: Payment): Ending {
  const error = errorOf(payment);
  const event = new CheckoutErrorEvent(error.code, error.retryable);
  return { paymentId: payment.id, state: { status: 'error', error, payment }, event };
}

function errorOf(payment: Payment): CheckoutError {
  if (isUnresolved(payment)) return new CheckoutError('unavailable');
  const { code, fields, retryable } = payment;
  return new CheckoutError(knownCode(code), { retryable, ...(fields && { fields }) });
}
