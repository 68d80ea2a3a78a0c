import type { Payment } from '@card-checkout/contract/payment';
import { CheckoutError } from '../errors.ts';
import { knownCode } from '../proxy-client/wire.ts';
import type { CheckoutState } from '../state/checkout-state.ts';
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

/** Returns the end of the attempt that led to a payment. */
export function endingOf(payment: Payment): Ending {
  const { id: paymentId, status } = payment;
  switch (status) {
    case 'approved': {
      const event = new CheckoutApprovedEvent(paymentId, payment.payment ?? {});
      return { paymentId, state: { status, payment }, event };
    }
    case 'declined': {
      const event = new CheckoutDeclinedEvent(paymentId);
      return { paymentId, state: { status, payment }, event };
    }
    case 'processing':
    case 'unknown': {
      const event = new CheckoutPendingEvent(paymentId);
      return { paymentId, state: { status: 'pending', payment }, event };
    }
    case 'invalid':
    case 'failed': {
      const error = errorOf(payment);
      const event = new CheckoutErrorEvent(error.code, error.retryable);
      return { paymentId, state: { status: 'error', error }, event };
    }
    default:
      return status satisfies never;
  }
}

function errorOf({ code, fields, retryable }: Payment): CheckoutError {
  return new CheckoutError(knownCode(code), { retryable, ...(fields && { fields }) });
}
