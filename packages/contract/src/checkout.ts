import type { PayerDetails } from './payer.ts';

export type CardKind = 'credit' | 'debit';

export type CardBrand = (typeof cardBrands)[number];

/** In the order in which the form shows them. */
export const cardBrands = [
  'visa',
  'mastercard',
  'elo',
  'amex',
  'diners',
  'discover',
  'jcb',
  'aura',
  'unionpay',
  'maestro',
  'hipercard',
  'cabal',
] as const;

export interface Card {
  /** Digits only. */
  number: string;
  holder: string;
  /** `YYYY-MM`. */
  expiry: string;
  securityCode: string;
  kind: CardKind;
}

export interface Payer extends PayerDetails {
  docType: 'cpf' | 'cnpj';
  /** Digits, or upper-case letters and digits for a CNPJ; no punctuation. */
  document: string;
}

/** The result of a 3DS authentication; `ProofKind` says which of it is a proof. */
export interface ThreeDSecure {
  Cavv?: string | undefined;
  Eci?: string | undefined;
  Version?: string | undefined;
  Xid?: string | undefined;
  ReferenceId?: string | undefined;
}

/** What proves an authentication to the payments API: `Cavv`, `Eci` and `Version`, or `ReferenceId` alone. */
export type ProofKind = 'cavv' | 'reference';

export type FraudPreset = (typeof fraudPresets)[number];

/** The integrated fraud scripts, as `preset` in the fragment of `FRAUD_SCRIPT_URL` names them. */
export const fraudPresets = ['generic', 'threatmetrix', 'nethone', 'clearsale', 'konduto'] as const;

/** The longest `sessionId` of a fraud profile: some vendors' scripts return all that they collected. */
export const longestFraudId = 4096;

export interface FraudProfile {
  /** The id of the buyer's device at the script's vendor, or the data that the script collected. */
  sessionId: string;
  /** Whether the script had finished when the payment was sent. */
  completed?: boolean | undefined;
}

/** What the buyer types; 3-D Secure and the fraud script add the rest of a `CheckoutRequest`. */
export type TypedRequest = Omit<CheckoutRequest, 'threeDSecure' | 'fraud'>;

/** The body of `POST /api/checkout/`. */
export interface CheckoutRequest {
  /** The signed order token. */
  order: string;
  card: Card;
  payer: Payer;
  installments: number;
  threeDSecure?: ThreeDSecure | undefined;
  fraud?: FraudProfile | undefined;
}
