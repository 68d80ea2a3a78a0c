import type { InputFields } from '@card-checkout/contract/payment';
import type { FinalErrorCode } from './final-error-codes.ts';

/** The codes after which pressing the button again may work. `docs/errors.md` explains every code. */
export const retryableCodes = [
  'invalid_input',
  'three_ds_incomplete',
  'rate_limited',
  'too_many_requests',
  'draining',
  'overloaded',
  'file_missing',
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

/** Why an attempt ended without an answer about the payment. */
export type CheckoutErrorCode = (typeof retryableCodes)[number] | FinalErrorCode;

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
    this.retryable = options.retryable ?? isRetryableCode(code);
    this.fields = options.fields ?? {};
  }
}

/** Returns what an attempt ends with after anything was thrown. */
export function errorOf(cause: unknown): CheckoutError {
  return cause instanceof CheckoutError ? cause : new CheckoutError('unexpected', { cause });
}

/** Whether pressing the button again may work after this code. */
export function isRetryableCode(code: unknown): code is (typeof retryableCodes)[number] {
  return retryableCodes.some((known) => known === code);
}
