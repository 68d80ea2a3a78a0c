import type { Payment, PaymentProgress } from '@card-checkout/contract/payment';
import { CheckoutError, knownCode } from '../errors.ts';
import { canPay, type CheckoutState } from './checkout-state.ts';
import { eventOf } from './events.ts';

/** How an attempt ended: what the element shows, and the event for the page. */
export interface Ending {
  state: CheckoutState;
  event: Event;
}

/**
 * Returns what a payment means to the buyer, who may have pressed to pay with another card (`isOther`),
 * or not pressed here at all (`isEarlier`). A decline doesn't ask for another card while another payment
 * of the order may have charged.
 */
export function endingOf(payment: Payment, isOther = false, isEarlier = isOther): Ending {
  const { id: paymentId, status } = payment;
  switch (status) {
    case 'approved': {
      const event = eventOf('checkout-approved', {
        paymentId,
        isEarlier,
        payment: payment.payment ?? {},
      });
      return { state: { status, payment, isOther }, event };
    }
    case 'declined': {
      if (!payment.retryable) return failure(payment, isOther);
      const event = eventOf('checkout-declined', { paymentId, code: 'declined' });
      return { state: { status, payment }, event };
    }
    case 'processing':
    case 'unknown': {
      const event = eventOf('checkout-pending', { paymentId });
      return { state: { status: 'pending', payment, isOther }, event };
    }
    case 'invalid':
    case 'failed':
      return failure(payment, isOther);
    default:
      return status satisfies never;
  }
}

function failure(payment: Payment, isOther: boolean): Ending {
  const { code, fields, retryable } = payment;
  const error = isUnresolved(payment)
    ? new CheckoutError('unavailable')
    : new CheckoutError(knownCode(code), { retryable, ...(fields && { fields }) });
  const shown = { code: error.code, retryable: error.retryable };
  const event = eventOf('checkout-error', shown);
  const isUncharged = error.retryable;
  return { state: { status: 'error', error, payment, isOther, isUncharged }, event };
}

/** Whether the payment, or another one of its order, may have been charged without proof. */
export function isUnresolved({ status, code, retryable }: PaymentProgress): boolean {
  if (status === 'processing' || status === 'unknown') return true;
  // Another payment of its order is.
  return status !== 'approved' && !retryable && code !== 'configuration';
}

/** Whether the proxy would refuse another attempt for the order. */
export function blocksOrder(payment: PaymentProgress): boolean {
  return payment.status === 'approved' || isUnresolved(payment);
}

/** Whether two outcomes of a payment say the same to the buyer. */
export function looksAlike(one: Payment, other: Payment): boolean {
  const [first, second] = [endingOf(one).state, endingOf(other).state];
  return first.status === second.status && canPay(first) === canPay(second);
}
