import type { InputFields } from '@card-checkout/contract/payment';

/**
 * Every code of a `CheckoutError`, and whether pressing the button again may work. `docs/errors.md`
 * explains each.
 */
const isRetryable = {
  configuration: false,
  invalid_input: true,
  three_ds_incomplete: true,
  rate_limited: true,
  unavailable: false,
  idempotency_key_missing: false,
  bad_request: false,
  malformed_body: false,
  order_invalid: false,
  order_expired: false,
  origin_not_allowed: false,
  not_found: false,
  order_in_progress: false,
  order_already_paid: false,
  body_too_large: false,
  unsupported_media_type: false,
  idempotency_key_reused: false,
  too_many_requests: true,
  too_many_attempts: false,
  internal: false,
  draining: true,
  overloaded: true,
  misconfigured: false,
  fraud_unavailable: true,
  proxy_unreachable: true,
  three_ds_failed: true,
  three_ds_cancelled: true,
  three_ds_timeout: true,
  three_ds_unavailable: true,
  three_ds_required: true,
  unexpected: false,
} as const;

/** Why an attempt ended without an answer about the payment. */
export type CheckoutErrorCode = keyof typeof isRetryable;

interface CheckoutErrorOptions extends ErrorOptions {
  /** Whether pressing the button again may work; by default the code decides. */
  retryable?: boolean;
  fields?: InputFields;
}

/** Ends an attempt that has no answer about the payment. Carries no card data. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError' as const;
  readonly code: CheckoutErrorCode;
  readonly retryable: boolean;
  /** What is wrong with which value, by its name on the wire. */
  readonly fields: InputFields;

  constructor(code: CheckoutErrorCode, options: CheckoutErrorOptions = {}) {
    super(code, options);
    this.code = code;
    this.retryable = options.retryable ?? isRetryable[code];
    this.fields = options.fields ?? {};
  }
}

/** Whether a code that came over the wire is a known one. */
export function isCheckoutErrorCode(code: string): code is CheckoutErrorCode {
  return Object.hasOwn(isRetryable, code);
}
