import type { CardKind } from '@card-checkout/contract/checkout';
import type { PayerDetails } from '@card-checkout/contract/payer';
import type { Brand } from '../card/brands.ts';
import type { ThreeDSOutcome } from './outcome.ts';
import type { Realm } from './realm.ts';

/** Is an item of the cart, as a 3DS provider wants to know it. */
export interface CartItem {
  name: string;
  sku?: string;
  quantity: number;
  unitPriceCentavos: number;
}

/** Is what is to be authenticated, in the words of no provider. */
export interface ThreeDSRequest {
  order: { id: string; amountCentavos: number; installments: number };
  card: {
    number: string;
    holder: string;
    /** `MM`. */
    expiryMonth: string;
    /** `YYYY`. */
    expiryYear: string;
    kind: CardKind;
    brand: Brand | undefined;
  };
  payer: PayerDetails & { document: string };
  cart: readonly CartItem[];
  clientIp: string;
  merchantUrl: string;
}

/** Is the place where a provider's script runs and where its challenge is shown. */
export interface ChallengeHost {
  /** Makes a fresh, empty document for this attempt; it is laid out, but not seen yet. */
  openRealm(): Promise<Realm>;
  /** Shows the realm to the buyer, above everything else on the page. */
  show(): void;
}

/** Is what the core gives to an adapter for one authentication. */
export interface ThreeDSContext {
  environment: 'sandbox' | 'production';
  scriptUrl: string;
  /** For the script that the adapter inserts (CSP). */
  nonce: string | undefined;
  /** Fetches a fresh token; one serves a single authentication. */
  getToken(): Promise<string>;
  host: ChallengeHost;
  /** Aborts when the buyer cancels or the time is over; the core then takes the realm away. */
  signal: AbortSignal;
}

/**
 * Speaks with one 3DS provider.
 * The core owns the time limits, the policy and the clearing away; an adapter owns the conversation.
 */
export interface ThreeDSAdapter {
  /** Resolves once, with an outcome; what comes from the provider later is ignored. */
  authenticate(context: ThreeDSContext, request: ThreeDSRequest): Promise<ThreeDSOutcome>;
}
