/** Where an attempt stands, as the browser and the merchant see it (contract section 3). */
export type PaymentStatus = 'processing' | (typeof settledStatuses)[number];

export const settledStatuses = ['approved', 'declined', 'invalid', 'failed', 'unknown'] as const;

/** Why an attempt ended as it did; docs/errors.md has one heading for each. */
export type PaymentCode = (typeof paymentCodes)[number];

export const paymentCodes = [
  'declined',
  'configuration',
  'invalid_input',
  'three_ds_incomplete',
  'rate_limited',
  'unavailable',
  'no_answer',
  'interrupted',
] as const;

/** What is wrong with one value of the request. */
export type InputFault = (typeof inputFaults)[number];

export const inputFaults = ['required', 'invalid', 'expired', 'incomplete', 'refused'] as const;

/** Maps the wire's field names, e.g. `payer.document`, to what is wrong with them. */
export type InputFields = Record<string, InputFault[]>;

/** Represents one attempt to pay an order. */
export interface Payment {
  /** The idempotency key. */
  id: string;
  orderId: string;
  status: PaymentStatus;
  code?: PaymentCode;
  fields?: InputFields;
  /** Whether the buyer may press the button again: nothing was charged, and another try may work. */
  retryable: boolean;
  /** How many HTTP requests were sent to the payments API. */
  tries: number;
  /** Members of the payments API's 2xx body (`RESPONSE_FIELDS`). */
  payment?: Record<string, unknown>;
}
