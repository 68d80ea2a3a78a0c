import type { UnsignedOrder } from './order.ts';
import type { PayerDetails } from './payer.ts';

export type CardKind = 'credit' | 'debit';

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

/** What an authentication yields; the payments API needs Cavv, Eci and Version (section 2). */
export interface ThreeDSecure {
  Cavv?: string | undefined;
  Eci?: string | undefined;
  Version?: string | undefined;
  Xid?: string | undefined;
  ReferenceId?: string | undefined;
}

/** What a payment says of the fraud script. */
export interface FraudProfile {
  /** The id under which the script's vendor knows the buyer's device, or all that it found out about it. */
  sessionId: string;
  /** Whether the script had done all it wanted to when the payment was sent. */
  completed?: boolean | undefined;
}

/** The body of `POST /api/checkout/` (contract section 3). */
export interface CheckoutRequest {
  order: string | UnsignedOrder;
  card: Card;
  payer: Payer;
  installments: number;
  threeDSecure?: ThreeDSecure | undefined;
  fraud?: FraudProfile | undefined;
}
