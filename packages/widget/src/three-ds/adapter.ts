import type { CardKind } from '@card-checkout/contract/checkout';
import type { PayerDetails, Phone } from '@card-checkout/contract/payer';
import type { Brand } from '../fields/brands.ts';
import type { BankStage } from './bank-page.ts';
import type { ThreeDSOutcome } from './outcome.ts';
import type { Realm } from './realm.ts';

export interface CartItem {
  name: string;
  sku?: string;
  quantity: number;
  unitPriceCentavos: number;
}

/** The payment to authenticate, independent of the provider. */
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
  /** The payer's telephone number in its parts, if it is one of Brazil. */
  phone: Phone | undefined;
  cart: readonly CartItem[];
  clientIp: string;
  merchantUrl: string;
}

/** Where the provider's script runs and its challenge shows. */
export interface ChallengeHost {
  /** Opens an empty document for this attempt; laid out, but not yet visible. */
  openRealm(): Promise<Realm>;
  /** Opens the same frame, and returns its window: its document may be of another origin. */
  openWindow(): Promise<Window>;
  /** Shows the realm above everything else on the page. */
  show(): void;
  /** Says where the buyer is in a document of another origin; the element watches one of its own. */
  tellBank(stage: BankStage): void;
}

/** How to reach the provider; known before a payment. */
export interface ThreeDSSettings {
  environment: 'sandbox' | 'production';
  scriptUrl: string;
  /** CSP nonce for the script that the adapter inserts. */
  nonce: string | undefined;
}

/** The parts of an authentication with their own time limits. */
export type ThreeDSStage = 'script' | 'method';

/** What an adapter gets for one authentication. */
export interface ThreeDSContext extends ThreeDSSettings {
  /** Fetches a new token; each is for a single authentication. */
  getToken(): Promise<string>;
  host: ChallengeHost;
  /**
   * Waits for a part within its limit: the script 20 s, the 3DS Method 10 s (EMV 3DS 2.2, 5.8.1).
   * @throws StageTimeoutError after that; if the adapter doesn't catch it, the outcome is `blocked`.
   */
  within: <Value>(stage: ThreeDSStage, part: Promise<Value>) => Promise<Value>;
  /** Aborts when the buyer cancels or the time is over; the realm is removed then. */
  signal: AbortSignal;
}

/**
 * Integrates one 3DS provider. The adapter talks to the provider; the element owns the queue, the time
 * limits, the policy and the clean-up.
 *
 * @example
 * checkout.threeDSAdapter = {
 *   async authenticate({ host, getToken, signal }, request) {
 *     const realm = await host.openRealm();
 *     return runProvider(realm, await getToken(), request, signal);
 *   },
 * };
 */
export interface ThreeDSAdapter {
  /** Prepares for a payment, e.g. by opening a connection. Nothing waits for it; errors are ignored. */
  prepare?(settings: ThreeDSSettings): Promise<void>;
  authenticate(context: ThreeDSContext, request: ThreeDSRequest): Promise<ThreeDSOutcome>;
  /** Cleans up anything created outside the realm. Called after every attempt. */
  dispose?(): void;
}
