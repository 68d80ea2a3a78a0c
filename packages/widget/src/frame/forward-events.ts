import type { CardCheckout } from '../element/card-checkout.ts';
import type { EventMessage } from '../isolated/frame-messages.ts';

/** Sends each event of the element, with the fields that a page may read. */
export function forwardEvents(element: CardCheckout, send: (message: EventMessage) => void): void {
  const type = 'event';
  element.addEventListener('checkout-ready', () => send({ type, name: 'checkout-ready' }));
  element.addEventListener('checkout-expiring', () => send({ type, name: 'checkout-expiring' }));
  element.addEventListener('checkout-change', ({ valid, brand }) => {
    send({ type, name: 'checkout-change', valid, brand });
  });
  element.addEventListener('checkout-step', ({ step, outcome, durationMs }) => {
    send({ type, name: 'checkout-step', step, outcome, durationMs });
  });
  element.addEventListener('checkout-approved', ({ paymentId, payment }) => {
    send({ type, name: 'checkout-approved', paymentId, payment });
  });
  element.addEventListener('checkout-declined', ({ paymentId }) => {
    send({ type, name: 'checkout-declined', paymentId });
  });
  element.addEventListener('checkout-pending', ({ paymentId }) => {
    send({ type, name: 'checkout-pending', paymentId });
  });
  element.addEventListener('checkout-error', ({ code, retryable }) => {
    send({ type, name: 'checkout-error', code, retryable });
  });
}
