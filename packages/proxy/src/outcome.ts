import type { InputFields, PaymentCode, PaymentStatus } from '@card-checkout/contract';
import { fieldsOf } from './api-errors.ts';
import type { Template } from './template.ts';
import type { UpstreamResult } from './upstream.ts';

type Answer = Extract<UpstreamResult, { kind: 'answer' }>;

/** Is how an attempt stands after a try; `pending` waits for a postback. */
export interface Outcome {
  status: Exclude<PaymentStatus, 'processing'> | 'pending';
  code?: PaymentCode;
  fields?: InputFields;
  /** Whether the buyer may pay again: nothing was charged, and another try may work. */
  retryable: boolean;
  /** The API's 2xx body. */
  payment?: object;
  /** The API's own words; for the log only, never for the browser. */
  reason?: string;
}

/** Says how to read the parts of the API's answers that payments-api.md does not show. */
export interface OutcomeRules {
  /** Status words of a 2xx body, in lower case, that mean a refusal. */
  declinedWords: ReadonlySet<string>;
  /** Status words of a 2xx body, in lower case, that mean that the outcome is still open. */
  pendingWords: ReadonlySet<string>;
  template: Template;
}

const approved: Outcome = { status: 'approved', retryable: false };
const pending: Outcome = { status: 'pending', retryable: false };
const declined: Outcome = { status: 'declined', code: 'declined', retryable: true };
const configuration: Outcome = { status: 'failed', code: 'configuration', retryable: false };
const rateLimited: Outcome = { status: 'failed', code: 'rate_limited', retryable: true };
const mayBeCharged: Outcome = { status: 'failed', code: 'unavailable', retryable: false };
const noAnswer: Outcome = { status: 'unknown', code: 'no_answer', retryable: false };

/** Is the outcome when not a byte of any try reached the payments API. */
export const nothingSent: Outcome = { status: 'failed', code: 'unavailable', retryable: true };

/** Is the outcome when the proxy lost track of a request that it may have sent. */
export const interrupted: Outcome = { status: 'unknown', code: 'interrupted', retryable: false };

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
 * | 400 of any other shape *, 3xx *, any other 4xx *  | failed     | configuration       | no        |
 * | 429                                               | failed     | rate_limited        | yes       |
 * | 408 *, 409 *, 425 *: it may have been processed   | unknown    | no_answer           | no        |
 * | 5xx: it may have been charged                     | failed     | unavailable         | no        |
 * | no answer after the request was sent              | unknown    | no_answer           | no        |
 * | nothing was sent                                  | failed     | unavailable         | yes       |
 */
export function outcomeOf(result: UpstreamResult, rules: OutcomeRules): Outcome {
  if (result.kind === 'not_sent') return nothingSent;
  if (result.kind === 'no_answer') return noAnswer;

  const reason = reasonIn(result.body);
  if (result.status >= 200 && result.status < 300) return outcomeOfSuccess(result, rules);
  const outcome =
    result.status === 400 ? outcomeOf400(result.body, rules) : outcomeOfStatus(result.status);
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

function outcomeOfStatus(status: number): Outcome {
  if (status === 402) return declined;
  if (status === 429) return rateLimited;
  if (status === 408 || status === 409 || status === 425) return noAnswer;
  if (status >= 500) return mayBeCharged;
  return configuration;
}

function outcomeOfSuccess({ text, body }: Answer, rules: OutcomeRules): Outcome {
  const isUnreadable = text.trim() !== '' && body === undefined;
  const speaksOfErrors = ['error', 'errors'].some((name) => isFilled(memberOf(body, name)));
  if (isUnreadable || speaksOfErrors) return noAnswer;

  const words = statusWords(body);
  const payment = isObject(body) ? { payment: body } : {};
  if (words.some((word) => rules.declinedWords.has(word))) return { ...declined, ...payment };
  if (words.some((word) => rules.pendingWords.has(word))) return { ...pending, ...payment };
  return { ...approved, ...payment };
}

function isFilled(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length > 0;
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Finds the `status` of a body, at its top or one level down, whole and word by word. */
function statusWords(body: unknown): string[] {
  return [body, ...['payment', 'data', 'transaction'].map((name) => memberOf(body, name))]
    .map((holder) => memberOf(holder, 'status'))
    .filter((status) => typeof status === 'string')
    .map((status) => status.trim().toLowerCase())
    .flatMap((status) => status.split(/[^\p{L}]+/u).concat(status));
}

function outcomeOf400(body: unknown, { template }: OutcomeRules): Outcome {
  if (/seller not found|doctype inválido/i.test(JSON.stringify(body) ?? '')) return configuration;
  const error = memberOf(body, 'error');
  if (typeof error === 'string' && error !== '') return declined;

  const fields = fieldsOf(memberOf(body, 'errors'), template);
  if (!fields) return configuration;
  const code = 'threeDSecure' in fields ? 'three_ds_incomplete' : 'invalid_input';
  return { status: 'invalid', code, fields, retryable: true };
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
