/** The codes after which pressing the button again can't help; they load with the payment. */
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
  'order_superseded',
  'body_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'too_many_attempts',
  'internal',
  'misconfigured',
  'unexpected',
] as const;

export type FinalErrorCode = (typeof finalErrorCodes)[number];

export function isFinalErrorCode(code: unknown): code is FinalErrorCode {
  return finalErrorCodes.some((known) => known === code);
}
