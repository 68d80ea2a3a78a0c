import type { TypedRequest } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { Payment } from '@card-checkout/contract/payment';
import type { Messages } from '../locales/messages.ts';
import type { Order } from '../order/order.ts';
import type { Page } from './page.ts';
import type { CheckoutStep } from './checkout-state.ts';
import type { StepOutcome } from './events.ts';

/**
 * One press of the pay button: what the buyer pays, what was typed, and how the page wants it paid. What
 * the page sets from then on has no effect on it.
 */
export interface Press extends Pick<
  Page,
  'proxyUrl' | 'cart' | 'threeDS' | 'threeDSAdapter' | 'threeDSTimeoutMs' | 'fraud' | 'fraudAdapter'
> {
  order: Order;
  /** Integer centavos, as shown to the buyer. */
  totalCentavos: number;
  request: TypedRequest;
}

/** A press that has become a payment. */
export interface Attempt extends Press {
  idempotencyKey: string;
  page: Pick<Page, 'nonce' | 'renderRoot' | 'surroundings'>;
  texts: Messages;
  /** The shop's configuration, once the proxy has answered. */
  config: ClientConfig | undefined;
}

/** What happens during a payment, in order. */
export type PaymentUpdate =
  /** A step begins; `paymentId` is set while the buyer waits for a payment sent before. */
  | { type: 'step'; step: CheckoutStep; paymentId?: string }
  /** The step has ended before the payment has. */
  | { type: 'step-end'; outcome: StepOutcome }
  /** The proxy knows of no payment, from any device, that may have been charged. */
  | { type: 'unpaid' }
  /** The card leaves the page; from here on, only an answer ends the payment. */
  | { type: 'submitted' }
  /** What the proxy says about the payment now; ends the step. */
  | { type: 'outcome'; payment: Payment };
