import {
  CheckoutApprovedEvent,
  CheckoutChangeEvent,
  CheckoutDeclinedEvent,
  CheckoutErrorEvent,
  CheckoutExpiringEvent,
  CheckoutPendingEvent,
  CheckoutReadyEvent,
  CheckoutStepEvent,
} from '../state/events.ts';
import type { EventMessage } from './frame-messages.ts';

/** Makes an event of the page's own classes. */
export function eventOf(message: EventMessage): Event {
  switch (message.name) {
    case 'checkout-ready':
      return new CheckoutReadyEvent();
    case 'checkout-change':
      return new CheckoutChangeEvent(message.valid, message.brand);
    case 'checkout-step':
      return new CheckoutStepEvent(message.step, message.outcome, message.durationMs);
    case 'checkout-approved':
      return new CheckoutApprovedEvent(message.paymentId, message.payment);
    case 'checkout-declined':
      return new CheckoutDeclinedEvent(message.paymentId);
    case 'checkout-pending':
      return new CheckoutPendingEvent(message.paymentId);
    case 'checkout-expiring':
      return new CheckoutExpiringEvent();
    case 'checkout-error':
      return new CheckoutErrorEvent(message.code, message.retryable);
    default:
      return message satisfies never;
  }
}
