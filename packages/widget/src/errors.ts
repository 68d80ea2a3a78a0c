import type { InputFields } from '@card-checkout/contract/payment';

/** The codes after which pressing the button again may work. `docs/errors.md` explains every code. */
export const retryableCodes = [
  'invalid_input',
  'three_ds_incomplete',
  'rate_limited',
  'too_many_requests',
  'draining',
  'overloaded',
  'fraud_unavailable',
  'proxy_unreachable',
  'three_ds_failed',
  'three_ds_cancelled',
  'three_ds_timeout',
  'three_ds_no_token',
  'three_ds_unavailable',
  'three_ds_blocked',
  'three_ds_required',
  'three_ds_used',
] as const;

/** The codes after which pressing the button again can't help. */
export const finalErrorCodes = [
  'configuration',
  'unavailable',
  'idempotency_key_missing',
  'bad_request',
  'malformed_body',
  'order_invalid',
  'order_expired',
  'origin_not_allowed',
  'not_from_a_page',
  'not_found',
  'order_in_progress',
  'order_already_paid',
  'order_closed',
  'order_superseded',
  'body_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'too_many_attempts',
  'internal',
  'misconfigured',
  'unexpected',
] as const;

/** Why an attempt ended without an answer about the payment. */
export type CheckoutErrorCode = (typeof retryableCodes | typeof finalErrorCodes)[number];

interface CheckoutErrorOptions extends ErrorOptions {
  /** Whether pressing the button again may work; by default the code decides. */
  retryable?: boolean;
  fields?: InputFields;
}

/**
 * Ends an attempt that has no answer about the payment; an adapter finds it as its signal's reason.
 * Carries no card data.
 *
 * @example
 * const { reason } = signal;
 * if (reason instanceof CheckoutError && reason.code === 'three_ds_timeout') log(reason.retryable);
 */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError' as const;
  readonly code: CheckoutErrorCode;
  readonly retryable: boolean;
  /** What is wrong with which value, by its name on the wire. */
  readonly fields: InputFields;

  constructor(code: CheckoutErrorCode, options: CheckoutErrorOptions = {}) {
    super(code, options);
    this.code = code;
    this.retryable = options.retryable ?? retryableCodes.some((known) => known === code);
    this.fields = options.fields ?? {};
  }
}

/** Returns what an attempt ends with after anything was thrown. */
export function errorOf(cause: unknown): CheckoutError {
  return cause instanceof CheckoutError ? cause : new CheckoutError('unexpected', { cause });
}

/** Returns a code from the wire, or `unexpected` for one that the element doesn't know. */
export function knownCode(code: unknown): CheckoutErrorCode {
  return [...retryableCodes, ...finalErrorCodes].find((known) => known === code) ?? 'unexpected';
}
