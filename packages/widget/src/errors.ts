import type { InputFields, PaymentCode } from '@card-checkout/contract/payment';
import type { ProblemCode } from '@card-checkout/contract/problem';
import { ptBR } from './locales/pt-br.ts';

/** Why an attempt ended without an answer about the payment; docs/errors.md explains each. */
export type CheckoutErrorCode =
  | Exclude<PaymentCode, 'declined' | 'no_answer' | 'interrupted'>
  | Exclude<ProblemCode, 'proof_of_work_required'>
  | 'misconfigured'
  | 'fraud_unavailable'
  | 'proxy_unreachable'
  | 'three_ds_failed'
  | 'three_ds_cancelled'
  | 'three_ds_timeout'
  | 'three_ds_unavailable'
  | 'unexpected';

const retryableCodes: ReadonlySet<CheckoutErrorCode> = new Set<CheckoutErrorCode>([
  'invalid_input',
  'three_ds_incomplete',
  'rate_limited',
  'too_many_requests',
  'overloaded',
  'draining',
  'proxy_unreachable',
  'fraud_unavailable',
  'three_ds_failed',
  'three_ds_cancelled',
  'three_ds_timeout',
  'three_ds_unavailable',
]);

interface CheckoutErrorOptions extends ErrorOptions {
  /** Whether pressing the button again may work; by default the code decides. */
  retryable?: boolean;
  fields?: InputFields;
}

/** Ends an attempt that has no answer about the payment; carries no card data. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError' as const;
  readonly code: CheckoutErrorCode;
  readonly retryable: boolean;
  readonly fields: InputFields;

  constructor(code: CheckoutErrorCode, options: CheckoutErrorOptions = {}) {
    super(code, options);
    this.code = code;
    this.retryable = options.retryable ?? retryableCodes.has(code);
    this.fields = options.fields ?? {};
  }
}

/** Tells whether a code that came over the wire is one of ours. */
export function isCheckoutErrorCode(code: string): code is CheckoutErrorCode {
  return Object.hasOwn(ptBR.errors, code);
}
