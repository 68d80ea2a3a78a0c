import type { TypedRequest } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { Payment } from '@card-checkout/contract/payment';
import type { FraudAdapter, FraudMode } from '../fraud/fraud-adapter.ts';
import type { Order } from '../order/order.ts';
import type { CheckoutStep } from '../state/checkout-state.ts';
import type { StepOutcome } from '../state/events.ts';
import type { CartItem, ThreeDSAdapter } from '../three-ds/adapter.ts';
import type { ChallengeTexts } from '../three-ds/challenge-dialog.ts';
import type { ThreeDSMode } from '../three-ds/policy.ts';

/** One press of the pay button: what the buyer pays, and what was typed. */
export interface Press {
  order: Order;
  /** Integer centavos, as shown to the buyer. */
  totalCentavos: number;
  request: TypedRequest;
}

/** What the page has set for a payment. */
export interface PaidPage {
  readonly proxyUrl: string;
  readonly cart: readonly CartItem[];
  readonly threeDS: ThreeDSMode;
  readonly threeDSAdapter: ThreeDSAdapter | undefined;
  /** Milliseconds, kept between 90 s and 900 s; anything else counts as 90 s. */
  readonly threeDSTimeoutMs: number;
  readonly fraud: FraudMode;
  /** Replaces the preset that the script's address names. */
  readonly fraudAdapter: FraudAdapter | undefined;
  /** Optional, as in the DOM types before TypeScript 6. */
  readonly nonce?: string | undefined;
  readonly surroundings: Surroundings | undefined;
  /** The shadow root that takes the challenge's dialog. */
  readonly renderRoot: ShadowRoot;
}

/**
 * How a payment differs where the form is isolated from the shop's page, on a page of the proxy.
 * Only the amount is elsewhere: `frame/amount-guard.ts` keeps it in view.
 */
export interface Surroundings {
  merchantUrl: string;
  /** Address of a document for the 3DS provider's script, under a policy of its own. */
  realmUrl: string;
  /** Returns an adapter that runs the provider's in that document, if its origin is another. */
  remoteAdapter?: ((provider: string) => ThreeDSAdapter) | undefined;
  reload: () => void;
  /** Makes room for the bank's challenge, and takes it back. */
  onChallenge?: ((isOpen: boolean) => void) | undefined;
}

/** A press that has become a payment; what the page sets from now on has no effect on it. */
export interface Attempt extends Press, PaidPage {
  idempotencyKey: string;
  texts: ChallengeTexts;
  /** Returns the shop's configuration; asks the proxy unless it is known. */
  config: () => Promise<ClientConfig>;
}

/** What happens during a payment, in order. */
export type PaymentUpdate =
  /**
   * A step begins; `paymentId` is set while the buyer waits for a payment sent before. `isUntold`: only
   * the buyer sees it, since that payment may be over.
   */
  | { type: 'step'; step: CheckoutStep; paymentId?: string; isUntold?: true }
  /** The step has ended before the payment has. */
  | { type: 'step-end'; outcome: StepOutcome }
  /** The card leaves the page; from here on, only an answer ends the payment. */
  | { type: 'submitted' }
  /** What the proxy says about the payment now; ends the step. */
  | { type: 'outcome'; payment: Payment };
