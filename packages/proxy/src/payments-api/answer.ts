import type { CheckoutRequest, InputFault, InputFields } from '@card-checkout/contract';
import { isObject, memberOf } from '@card-checkout/contract/json';
import {
  approved,
  configuration,
  declined,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
  rateLimited,
  type Outcome,
} from '../attempt/outcome.ts';
import { maskedText, textWithoutCard, withoutCardData } from '../sensitive/card-data.ts';
import { statedAmountIn, transactionIdIn } from './body.ts';
import { isFilled, readStatus, type PaymentWords } from './status.ts';
import type { Template } from './template.ts';
import type { UpstreamResult } from './upstream.ts';

type Answer = Extract<UpstreamResult, { kind: 'answer' }>;

/** How to read what docs/payments-api.md doesn't describe. */
export interface AnswerRules {
  words: PaymentWords;
  template: Template;
  responseFields: ReadonlySet<string>;
}

/**
 * Reads a try's outcome from the answer, without card data. Rows with * aren't in
 * docs/payments-api.md:
 *
 * | the API                                           | status     | code                | retryable |
 * |---------------------------------------------------|------------|---------------------|-----------|
 * | 2xx that says paid, or has no status              | approved   |                     | no        |
 * | 2xx that says refused *                           | declined   | declined            | yes       |
 * | 2xx that says pending *                           | pending    |                     | no        |
 * | 2xx whose status is unclear *                     | pending    | alarm               | no        |
 * | 2xx that isn't a JSON object, or has `error(s)` * | unknown    | no_answer           | no        |
 * | 400 `{error}`, which support reads; 402 *        | declined   | declined            | yes       |
 * | 400 `{errors}`, the buyer can edit every field    | invalid    | invalid_input       | yes       |
 * | 400 `{errors}` with `threeDSecure`                | invalid    | three_ds_incomplete | yes       |
 * | 400 `{errors}` with any other field               | failed     | configuration       | no        |
 * | 400 "Seller not found", "docType inválido"        | failed     | configuration       | no        |
 * | 400 of any other shape *, other 3xx and 4xx *     | failed     | configuration       | no        |
 * | 429                                               | failed     | rate_limited        | yes       |
 * | 303, 408, 409, 425 *: it may have been processed  | unknown    | no_answer           | no        |
 * | 5xx with a transaction id and a paid word *       | approved   |                     | no        |
 * | 5xx with a transaction id *: it exists            | pending    |                     | no        |
 * | any other 5xx: it may have been charged           | unknown    | unavailable         | no        |
 * | no answer after the request was sent              | unknown    | no_answer           | no        |
 * | nothing was sent                                  | failed     | unavailable         | yes       |
 */
export function outcomeOf(
  result: UpstreamResult,
  rules: AnswerRules,
  card: CheckoutRequest['card'],
): Outcome {
  if (result.kind === 'not_sent') return nothingSent;
  if (result.kind === 'no_answer') return noAnswer;
  return withoutSecrets(outcomeOfAnswer(result, rules), rules, card);
}

function outcomeOfAnswer(answer: Answer, rules: AnswerRules): Outcome {
  const { status, body, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return outcomeOfSuccess(answer, rules);
  const reason = reasonIn(body);
  return {
    ...outcomeOfFailure(answer, rules),
    ...(reason && { reason }),
    ...(retryAfterMs && { retryAfterMs }),
  };
}

function outcomeOfFailure({ status, body }: Answer, rules: AnswerRules): Outcome {
  if (status >= 500) return outcomeOf5xx(body, rules);
  if (status === 400) return outcomeOf400(body, rules);
  if (status === 402) return declined;
  if (status === 429) return rateLimited;
  return mayBeProcessed.has(status) ? noAnswer : configuration;
}

/** Whether to log the whole body: a 5xx, or a 3xx or 4xx that isn't a decline. */
export function isOdd(result: UpstreamResult, { code }: Outcome): result is Answer {
  if (result.kind !== 'answer' || result.status < 300) return false;
  return result.status >= 500 || code === 'configuration' || code === 'no_answer';
}

/** 303 means that the POST was processed (RFC 9110, 15.4.4); the others don't rule it out. */
const mayBeProcessed: ReadonlySet<number> = new Set([303, 408, 409, 425]);

/** Removes the buyer's card, and members that the merchant doesn't show. */
function withoutSecrets(
  outcome: Outcome,
  { responseFields }: AnswerRules,
  card: CheckoutRequest['card'],
): Outcome {
  const { payment, reason, transactionId: id, ...rest } = outcome;
  const transactionId = id && textWithoutCard(id, card);
  return {
    ...rest,
    ...(transactionId && { transactionId }),
    ...(reason && { reason: maskedText(reason, card).slice(0, 300) }),
    ...(payment && { payment: withoutCardData(visibleMembers(payment, responseFields), card) }),
  };
}

export function visibleMembers(body: object, fields: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.has(name)));
}

/** Returns an error's text, or the names of the fields that it rejects. */
function reasonIn(body: unknown): string | undefined {
  const words = [memberOf(body, 'error'), memberOf(body, 'detail')];
  const text = words.find((word) => typeof word === 'string');
  if (typeof text === 'string') return text;
  const errors = memberOf(body, 'errors');
  return isObject(errors) ? `errors: ${Object.keys(errors).join(', ')}` : undefined;
}

/** A 5xx never means declined: its words may describe the failure instead of the payment. */
function outcomeOf5xx(body: unknown, { words }: AnswerRules): Outcome {
  const transactionId = transactionIdIn(body, words);
  if (transactionId === undefined) return mayBeCharged;
  const isPaid = readStatus(body, words).verdict === 'paid';
  return { ...(isPaid ? approved : pending), transactionId };
}

function outcomeOfSuccess({ text, body }: Answer, rules: AnswerRules): Outcome {
  const isUnreadable = text.trim() !== '' && body !== null && !isObject(body);
  if (isUnreadable || hasErrors(body)) return noAnswer;

  const { words } = rules;
  const transactionId = transactionIdIn(body, words);
  const statedCentavos = statedAmountIn(body);
  return {
    ...outcomeOfStatus(body, words),
    ...(isObject(body) && { payment: body }),
    ...(transactionId && { transactionId }),
    ...(statedCentavos && { statedCentavos }),
  };
}

function outcomeOfStatus(body: unknown, words: PaymentWords): Outcome {
  const { verdict, found } = readStatus(body, words);
  switch (verdict) {
    case 'paid':
    case 'none':
      return approved;
    case 'declined':
      return declined;
    case 'pending':
      return pending;
    case 'unknown':
      return { ...pending, alarm: 'unknown_status', reason: found.join(', ') };
    default:
      return verdict satisfies never;
  }
}

function hasErrors(body: unknown): boolean {
  if (!isObject(body)) return false;
  return Object.entries(body).some(([name, value]) => /^errors?$/i.test(name) && isFilled(value));
}

function outcomeOf400(body: unknown, { template }: AnswerRules): Outcome {
  if (/seller not found|doctype inválido/i.test(JSON.stringify(body) ?? '')) return configuration;
  const error = memberOf(body, 'error');
  if (typeof error === 'string' && error !== '') return { ...declined, alarm: 'risk_refused' };

  const fields = fieldsOf(memberOf(body, 'errors'), template);
  if (!fields) return configuration;
  const code = 'threeDSecure' in fields ? 'three_ds_incomplete' : 'invalid_input';
  return { status: 'invalid', charge: 'not_charged', code, fields };
}

const buyerEditableFields = new Set([
  'card.number',
  'card.holder',
  'card.expiry',
  'card.securityCode',
  'payer.document',
  'payer.name',
  'payer.email',
  'payer.phone',
  'installments',
  'threeDSecure',
]);

/**
 * Maps the API's `errors` (docs/payments-api.md) to our field names and faults, because the API's
 * texts aren't for buyers. Returns `undefined` if the buyer can't edit one of the fields.
 */
export function fieldsOf(errors: unknown, template: Template): InputFields | undefined {
  const fields: InputFields = {};
  for (const [apiPath, messages] of flattened(errors)) {
    const name = templatePathOf(apiPath, template);
    if (!name || !buyerEditableFields.has(name)) return undefined;
    fields[name] = [name === 'threeDSecure' ? 'incomplete' : faultOf(messages)];
  }
  return Object.keys(fields).length > 0 ? fields : undefined;
}

function flattened(errors: unknown, path: string[] = []): [string, unknown][] {
  if (isObject(errors)) {
    return Object.entries(errors).flatMap(([name, member]) => flattened(member, [...path, name]));
  }
  return path.length > 0 ? [[path.join('.'), errors]] : [];
}

function templatePathOf(apiPath: string, template: Template): string | undefined {
  const name =
    apiPath.split('.')[0] === 'threeDSecure' ? 'threeDSecure' : template.fieldOf(apiPath);
  return name?.startsWith('threeDSecure.') ? 'threeDSecure' : name;
}

function faultOf(messages: unknown): InputFault {
  return JSON.stringify(messages)?.includes('Este campo é obrigatório') ? 'required' : 'refused';
}
