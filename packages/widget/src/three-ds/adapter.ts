import type { CardKind } from '@card-checkout/contract/checkout';
import type { PayerDetails } from '@card-checkout/contract/payer';
import type { Brand } from '../fields/brands.ts';
import type { ThreeDSOutcome } from './outcome.ts';
import type { Realm } from './realm.ts';

/** An item of the cart, as a 3DS provider wants to know it. */
export interface CartItem {
  name: string;
  sku?: string;
  quantity: number;
  unitPriceCentavos: number;
}

/** What is to be authenticated, in the words of no provider. */
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

/** The place where a provider's script runs and where its challenge is shown. */
export interface ChallengeHost {
  /** Makes a fresh, empty document for this attempt; it is laid out, but not seen yet. */
  openRealm(): Promise<Realm>;
  /** Shows the realm to the buyer, above everything else on the page. */
  show(): void;
}

/** Where a provider is reached, known before anybody pays. */
export interface ThreeDSSettings {
  environment: 'sandbox' | 'production';
  scriptUrl: string;
  /** For the script that the adapter inserts (CSP). */
  nonce: string | undefined;
}

/** The parts of an authentication that have a limit of their own. */
export type ThreeDSStage = 'script' | 'method';

/** What the core gives to an adapter for one authentication. */
export interface ThreeDSContext extends ThreeDSSettings {
  /** Fetches a fresh token; one serves a single authentication. */
  getToken(): Promise<string>;
  host: ChallengeHost;
  /**
   * Waits for a part as long as it may take: the script 20 s, the 3DS Method 10 s (EMV 3DS 2.2, 5.8.1).
   * @throws StageOver when that is over; if the adapter lets it pass, the outcome is `blocked`.
   */
  within: <Value>(stage: ThreeDSStage, part: Promise<Value>) => Promise<Value>;
  /** Aborts when the buyer cancels or the time is over; the core then takes the realm away. */
  signal: AbortSignal;
}

/**
 * Speaks with one 3DS provider.
 * The core owns the queue, the time limits, the policy and the clearing away; an adapter owns the conversation.
 */
export interface ThreeDSAdapter {
  /** Gets ready before anybody pays, e.g. by a connection; whatever comes of it, nobody waits for it. */
  prepare?(settings: ThreeDSSettings): Promise<void>;
  /** Resolves once, with an outcome; what comes from the provider later is ignored. */
  authenticate(context: ThreeDSContext, request: ThreeDSRequest): Promise<ThreeDSOutcome>;
  /** Takes away what the adapter put anywhere but into its realm; is called after every attempt. */
  dispose?(): void;
}
