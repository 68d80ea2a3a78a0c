import type { InputFields, PaymentCode, PaymentStatus } from '@card-checkout/contract';
import { isObject, memberOf } from '@card-checkout/contract/json';
import { fieldsOf } from '../payments-api/field-errors.ts';
import {
  partsOf,
  statusesIn,
  transactionIdIn,
  type PaymentWords,
} from '../payments-api/status-words.ts';
import type { Template } from '../payments-api/template.ts';
import type { UpstreamResult } from '../payments-api/upstream.ts';

type Answer = Extract<UpstreamResult, { kind: 'answer' }>;

/**
 * What a try did to the card: `not_charged` proves that the payment was not taken up,
 * `exists` that it was, and `uncertain` nothing.
 */
export type Charge = 'charged' | 'refused' | 'not_charged' | 'exists' | 'uncertain';

/** How an attempt stands after a try; `pending` waits for a postback. */
export interface Outcome {
  status: Exclude<PaymentStatus, 'processing'> | 'pending';
  charge: Charge;
  code?: PaymentCode;
  fields?: InputFields;
  /** Whether the buyer may pay again: nothing was charged, and another try may work. */
  retryable: boolean;
  /** The API's 2xx body. */
  payment?: object;
  /** The API's name of the payment. */
  transactionId?: string;
  /** The API's own words; for the log only, never for the browser. */
  reason?: string;
}

/** Says how to read the parts of the API's answers that payments-api.md does not show. */
export interface OutcomeRules {
  words: PaymentWords;
  template: Template;
}

export const approved: Outcome = { status: 'approved', charge: 'charged', retryable: false };
export const pending: Outcome = { status: 'pending', charge: 'exists', retryable: false };
export const declined: Outcome = {
  status: 'declined',
  charge: 'refused',
  code: 'declined',
  retryable: true,
};
const configuration: Outcome = {
  status: 'failed',
  charge: 'not_charged',
  code: 'configuration',
  retryable: false,
};
const rateLimited: Outcome = {
  status: 'failed',
  charge: 'not_charged',
  code: 'rate_limited',
  retryable: true,
};

/** The outcome of a 5xx that nothing was proved of, after the last try. */
export const mayBeCharged: Outcome = {
  status: 'failed',
  charge: 'uncertain',
  code: 'unavailable',
  retryable: false,
};

/** The outcome of a request that nobody answered for good. */
export const noAnswer: Outcome = {
  status: 'unknown',
  charge: 'uncertain',
  code: 'no_answer',
  retryable: false,
};

/** The outcome when not a byte of any try reached the payments API. */
export const nothingSent: Outcome = {
  status: 'failed',
  charge: 'not_charged',
  code: 'unavailable',
  retryable: true,
};

/** The outcome when the proxy lost track of a request that it may have sent. */
export const interrupted: Outcome = {
  status: 'unknown',
  charge: 'uncertain',
  code: 'interrupted',
  retryable: false,
};

/**
 * Says what a try's result means (contract section 3; rows with * are not in payments-api.md):
 *
 * | the API                                           | status     | code                | retryable |
 * |---------------------------------------------------|------------|---------------------|-----------|
 * | 2xx                                               | approved   |                     | no        |
 * | 2xx with a declined word *                        | declined   | declined            | yes       |
 * | 2xx with a pending word *                         | pending    |                     | no        |
 * | 2xx that is no JSON, or has `error` or `errors` * | unknown    | no_answer           | no        |
 * | 400 `{error}`, 402 *                              | declined   | declined            | yes       |
 * | 400 `{errors}`, the buyer can mend every field    | invalid    | invalid_input       | yes       |
 * | 400 `{errors}` with `threeDSecure`                | invalid    | three_ds_incomplete | yes       |
 * | 400 `{errors}` with any other field               | failed     | configuration       | no        |
 * | 400 "Seller not found", "docType inválido"        | failed     | configuration       | no        |
 * | 400 of any other shape *, other 3xx and 4xx *     | failed     | configuration       | no        |
 * | 429                                               | failed     | rate_limited        | yes       |
 * | 303, 408, 409, 425 *: it may have been processed  | unknown    | no_answer           | no        |
 * | 5xx with a transaction id and a paid word *       | approved   |                     | no        |
 * | 5xx with a transaction id *: it exists            | pending    |                     | no        |
 * | any other 5xx: it may have been charged           | failed     | unavailable         | no        |
 * | no answer after the request was sent              | unknown    | no_answer           | no        |
 * | nothing was sent                                  | failed     | unavailable         | yes       |
 */
export function outcomeOf(result: UpstreamResult, rules: OutcomeRules): Outcome {
  if (result.kind === 'not_sent') return nothingSent;
  if (result.kind === 'no_answer') return noAnswer;

  const { status, body } = result;
  const reason = reasonIn(body);
  if (status >= 200 && status < 300) return outcomeOfSuccess(result, rules);
  if (status >= 500) return { ...outcomeOf5xx(body, rules), ...(reason && { reason }) };
  const outcome = status === 400 ? outcomeOf400(body, rules) : outcomeOfStatus(status);
  return { ...outcome, ...(reason && { reason }) };
}

/** Takes the API's words, or the names of the wrong fields, out of an error body (section 7). */
function reasonIn(body: unknown): string | undefined {
  const words = [memberOf(body, 'error'), memberOf(body, 'detail')];
  const text = words.find((word) => typeof word === 'string');
  if (typeof text === 'string') return text;
  const errors = memberOf(body, 'errors');
  return isObject(errors) ? `errors: ${Object.keys(errors).join(', ')}` : undefined;
}

/** See Other answers a POST that was processed (RFC 9110, 15.4.4); the others leave it open. */
const mayBeProcessed: ReadonlySet<number> = new Set([303, 408, 409, 425]);

function outcomeOfStatus(status: number): Outcome {
  if (status === 402) return declined;
  if (status === 429) return rateLimited;
  if (mayBeProcessed.has(status)) return noAnswer;
  return configuration;
}

/** Takes no refusal from a 5xx: its words may speak of the failure instead of the payment. */
function outcomeOf5xx(body: unknown, { words }: OutcomeRules): Outcome {
  const transactionId = transactionIdIn(body, words);
  if (transactionId === undefined) return mayBeCharged;
  const isPaid = statusesIn(body, words).some((status) => words.paid.has(status));
  return { ...(isPaid ? approved : pending), transactionId };
}

function outcomeOfSuccess({ text, body }: Answer, rules: OutcomeRules): Outcome {
  const isUnreadable = text.trim() !== '' && body === undefined;
  const speaksOfErrors = ['error', 'errors'].some((name) => isFilled(memberOf(body, name)));
  if (isUnreadable || speaksOfErrors) return noAnswer;

  const { words } = rules;
  const statuses = statusesIn(body, words).flatMap(partsOf);
  const transactionId = transactionIdIn(body, words);
  const told = {
    ...(isObject(body) && { payment: body }),
    ...(transactionId && { transactionId }),
  };
  if (statuses.some((status) => words.declined.has(status))) return { ...declined, ...told };
  if (statuses.some((status) => words.pending.has(status))) return { ...pending, ...told };
  return { ...approved, ...told };
}

function isFilled(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length > 0;
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function outcomeOf400(body: unknown, { template }: OutcomeRules): Outcome {
  if (/seller not found|doctype inválido/i.test(JSON.stringify(body) ?? '')) return configuration;
  const error = memberOf(body, 'error');
  if (typeof error === 'string' && error !== '') return declined;

  const fields = fieldsOf(memberOf(body, 'errors'), template);
  if (!fields) return configuration;
  const code = 'threeDSecure' in fields ? 'three_ds_incomplete' : 'invalid_input';
  return { status: 'invalid', charge: 'not_charged', code, fields, retryable: true };
}
