import type { ThreeDSMode } from '@card-checkout/contract/client-config';
import type { PayerDetails } from '@card-checkout/contract/payer';
import type { ReactiveControllerHost } from 'lit';
import type { FraudAdapter, FraudMode } from '../fraud/fraud-adapter.ts';
import type { MessageOverrides } from '../locales/messages.ts';
import type { CartItem, ThreeDSAdapter } from '../three-ds/adapter.ts';

/**
 * The element with what the page has set on it, as `CardCheckout` describes it. Modules read it where they
 * use it. A press freezes what must not change during its payment (`Press`).
 */
export interface Page extends ReactiveControllerHost, EventTarget {
  readonly renderRoot: ShadowRoot;
  readonly proxyUrl: string;
  readonly order: string;
  readonly locale: string;
  readonly kinds: string;
  readonly brands: string;
  readonly appearance: string;
  readonly ask: string;
  readonly payer: PayerDetails;
  readonly cart: readonly CartItem[];
  readonly threeDS: ThreeDSMode;
  readonly threeDSAdapter: ThreeDSAdapter | undefined;
  readonly threeDSTimeoutMs: number;
  readonly fraud: FraudMode;
  readonly fraudAdapter: FraudAdapter | undefined;
  readonly messages: MessageOverrides;
  /** Optional, as in the DOM types before TypeScript 6. */
  readonly nonce?: string | undefined;
  readonly surroundings: Surroundings | undefined;
}

/**
 * How a payment differs where the form is isolated from the shop's page, on a page of the proxy.
 * Only the amount is elsewhere: `isolated/frame/amount-guard.ts` keeps it in view.
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
  /** Runs when the proxy has accepted an order's token, also one that was signed again. */
  onAccepted?: ((token: string) => void) | undefined;
}
