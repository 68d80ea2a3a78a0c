import type { InputFields, PaymentCode, PaymentStatus } from '@card-checkout/contract';

/**
 * What a try proves about the charge. `not_charged` proves that the API didn't accept the
 * payment, `exists` that it did, and `uncertain` proves nothing.
 */
export type Charge = (typeof charges)[number];

export const charges = ['charged', 'refused', 'not_charged', 'exists', 'uncertain'] as const;

/** A postback's claim about its try; `exists` when its words can't be read. */
export type Claim = (typeof claims)[number];

export const claims = ['charged', 'refused', 'exists'] as const satisfies Charge[];

/** What the buyer copies from the card, by its name in the request. */
export const cardFields = ['card.number', 'card.holder', 'card.expiry', 'card.securityCode'];

/** How a try ends. `pending`: a postback will tell the rest. */
export interface Outcome {
  status: Exclude<PaymentStatus, 'processing'> | 'pending';
  charge: Charge;
  code?: PaymentCode;
  fields?: InputFields;
  payment?: object;
  transactionId?: string;
  /** The answer's; absent without an answer. */
  httpStatus?: number;
  /** The amount in the API's 2xx body. */
  statedCentavos?: number;
  retryAfterMs?: number | undefined;
  /** As in `Try`. For the shop and support, never for the browser. */
  reason?: string;
  alarm?: 'unknown_status' | 'risk_refused';
}

export const approved: Outcome = { status: 'approved', charge: 'charged' };
export const pending: Outcome = { status: 'pending', charge: 'exists' };
export const declined: Outcome = { status: 'declined', charge: 'refused', code: 'declined' };
export const configuration: Outcome = {
  status: 'failed',
  charge: 'not_charged',
  code: 'configuration',
};
export const rateLimited: Outcome = {
  status: 'failed',
  charge: 'not_charged',
  code: 'rate_limited',
};

/** A try was answered 5xx, and nothing proves what it did. */
export const mayBeCharged: Outcome = {
  status: 'unknown',
  charge: 'uncertain',
  code: 'unavailable',
};

/** The request was sent and never got a usable answer. */
export const noAnswer: Outcome = { status: 'unknown', charge: 'uncertain', code: 'no_answer' };

/** Not a byte of any try reached the payments API. */
export const nothingSent: Outcome = {
  status: 'failed',
  charge: 'not_charged',
  code: 'unavailable',
};

/** The proxy stopped or crashed while a request may have been in flight. */
export const interrupted: Outcome = { status: 'unknown', charge: 'uncertain', code: 'interrupted' };

/** Whether this try lets the buyer pay again. */
export function isRetryable({ charge, code }: Outcome): boolean {
  return (charge === 'refused' || charge === 'not_charged') && code !== 'configuration';
}
