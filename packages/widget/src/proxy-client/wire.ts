import type { ClientConfig } from '@card-checkout/contract/client-config';
import type { InputFields, Payment, PaymentStatus } from '@card-checkout/contract/payment';
import { CheckoutError, isRetryableCode, type CheckoutErrorCode } from '../errors.ts';
import { isFinalErrorCode } from '../final-error-codes.ts';
import { membersOf } from '@card-checkout/contract/json';

const statuses: ReadonlySet<unknown> = new Set<PaymentStatus>([
  'processing',
  'approved',
  'declined',
  'invalid',
  'failed',
  'unknown',
]);

/**
 * Checks that an answer of the proxy is a `Payment`.
 * @throws CheckoutError the code of the proxy's problem (RFC 9457), or `proxy_unreachable` if
 * something else answered.
 */
export function readPayment(body: unknown): Payment {
  if (isPayment(body)) return body;
  throw readProblem(body);
}

/** Checks the answer of `GET /api/config`; throws as `readPayment` does. */
export function readClientConfig(body: unknown): ClientConfig {
  if (isClientConfig(body)) return body;
  throw readProblem(body);
}

/** Returns a code that came over the wire, or `unexpected` for one that the element does not know. */
export function knownCode(code: unknown): CheckoutErrorCode {
  return isRetryableCode(code) || isFinalErrorCode(code) ? code : 'unexpected';
}

function readProblem(body: unknown): CheckoutError {
  const members = membersOf(body);
  const code = members.get('code');
  if (typeof code !== 'string') return new CheckoutError('proxy_unreachable');
  const fields = members.get('fields');
  return new CheckoutError(knownCode(code), {
    ...(isInputFields(fields) && { fields }),
  });
}

function isPayment(body: unknown): body is Payment {
  const members = membersOf(body);
  const fields = members.get('fields');
  return (
    typeof members.get('id') === 'string' &&
    statuses.has(members.get('status')) &&
    (fields === undefined || isInputFields(fields))
  );
}

function isClientConfig(body: unknown): body is ClientConfig {
  const members = membersOf(body);
  const texts = ['apiUrl', 'provider', 'threeDSScriptUrl', 'clientIp'];
  return (
    texts.every((name) => typeof members.get(name) === 'string') &&
    typeof members.get('merchantId') === 'number' &&
    typeof (members.get('fraudScriptUrl') ?? '') === 'string' &&
    ['sandbox', 'production'].includes(String(members.get('threeDSEnvironment')))
  );
}

function isInputFields(fields: unknown): fields is InputFields {
  const errors = [...membersOf(fields).values()];
  return errors.length > 0 && errors.every(Array.isArray);
}
