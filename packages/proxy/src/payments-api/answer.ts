import type { InputFault, InputFields } from '@card-checkout/contract';
import { isObject, memberOf } from '@card-checkout/contract/json';
import {
  approved,
  cardFields,
  configuration,
  declined,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
  rateLimited,
  type Outcome,
} from '../attempt/outcome.ts';
import { textWithoutCard, withoutCardData } from '../sensitive/card-data.ts';
import { maskedBody } from '../sensitive/masked-body.ts';
import { factsIn, reasonIn } from './facts.ts';
import { leavesOf, scalarOf } from './places.ts';
import { readSilence, readStatus } from './status.ts';
import type { BodyRules, SentRequest, StatusReading } from './status.ts';
import type { Template } from './template.ts';
import type { UpstreamResult } from '../upstream/upstream.ts';
import { saysDuplicate } from './veto.ts';

type Answer = Extract<UpstreamResult, { kind: 'answer' }>;

/** How to read what docs/payments-api.md doesn't describe. */
export interface AnswerRules {
  template: Template;
  answer: BodyRules;
  postback: BodyRules;
}

/** Reads a try's outcome from the answer, without card data. docs/payments-api.md lists what it reads. */
export function outcomeOf(result: UpstreamResult, rules: AnswerRules, sent: SentRequest): Outcome {
  if (result.kind === 'not_sent') return nothingSent;
  if (result.kind === 'no_answer') return noAnswer;
  const { retryAfterMs } = result;
  const outcome = outcomeOfAnswer(result, rules, sent);
  return withoutSecrets({ ...outcome, ...(retryAfterMs && { retryAfterMs }) }, rules, sent);
}

function outcomeOfAnswer(answer: Answer, rules: AnswerRules, sent: SentRequest): Outcome {
  const { status, body } = answer;
  if (status < 300) return outcomeOf2xx(answer, rules.answer, sent);
  const reason = reasonIn(body, rules.answer);
  if (status >= 500) return { ...reason, ...outcomeOf5xx(body, rules.answer, sent) };
  if (status === 429) return { ...rateLimited, ...reason };
  const refusal = mayRefuse.has(status) ? outcomeOfRefusal(answer, rules, sent) : undefined;
  return { ...reason, ...(refusal ?? (mayBeProcessed.has(status) ? noAnswer : configuration)) };
}

/** Whether to log the whole body: a 5xx, or a 3xx or 4xx that isn't a decline. */
export function isOdd(result: UpstreamResult, { code }: Outcome): result is Answer {
  if (result.kind !== 'answer' || result.status < 300) return false;
  return result.status >= 500 || code === 'configuration' || code === 'no_answer';
}

const mayRefuse: ReadonlySet<number> = new Set([400, 402, 409, 412, 422]);

/**
 * What a POST that was processed may get: a redirect to its result (RFC 9110, 15.4), a conflict with
 * itself, a server in between that gave up waiting.
 */
const mayBeProcessed: ReadonlySet<number> = new Set([
  300, 301, 302, 303, 408, 409, 423, 424, 425, 499,
]);

/** Removes the buyer's card, and members that the merchant doesn't show. An approval needs no reason. */
function withoutSecrets(outcome: Outcome, rules: AnswerRules, { request }: SentRequest): Outcome {
  const { card } = request;
  const { payment, reason, transactionId: id, ...rest } = outcome;
  const transactionId = id && textWithoutCard(id, card);
  const shown = payment && visibleMembers(payment, rules.answer);
  return {
    ...rest,
    ...(transactionId && { transactionId }),
    ...(reason &&
      rest.status !== 'approved' && { reason: shortReason(maskedBody(reason, request)) }),
    ...(shown && { payment: withoutCardData(shown, card) }),
  };
}

/** Returns the first 300 characters of a reason without card data, as any database can store them. */
export function shortReason(reason: string): string {
  return reason
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 300)
    .toWellFormed();
}

export function visibleMembers(body: object, { fields }: BodyRules): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.has(name)));
}

/** An id that our request sent proves nothing. */
function outcomeOf5xx(body: unknown, rules: BodyRules, sent: SentRequest): Outcome {
  const { verdict, found } = readStatus(body, rules, sent);
  const { reason, transactionId } = factsIn(body, rules, found);
  const isEcho = leavesOf(sent.body).some(({ value }) => scalarOf(value) === transactionId);
  if (transactionId === undefined || isEcho) return mayBeCharged;
  return { ...(verdict === 'paid' ? approved : pending), ...(reason && { reason }), transactionId };
}

function outcomeOf2xx(
  { status, text, body }: Answer,
  rules: BodyRules,
  sent: SentRequest,
): Outcome {
  const isSilent = text.trim() === '' || body === null;
  if (!isSilent && !isObject(body)) return noAnswer;
  const reading = readStatus(body, rules, sent);
  const maySilencePay = status !== 202 && rules.status.absent === 'paid';
  const isUnsaid = reading.verdict === 'none' && maySilencePay;
  const { verdict, found } = isUnsaid ? readSilence(body, rules, sent) : reading;
  return {
    ...outcomes[verdict],
    ...factsIn(body, rules, found),
    ...(isObject(body) && { payment: body }),
  };
}

const doubt: Outcome = { ...pending, alarm: 'unknown_status' };

const outcomes: Readonly<Record<StatusReading['verdict'], Outcome>> = {
  paid: approved,
  declined,
  pending,
  none: pending,
  unlisted: doubt,
  unclear: doubt,
};

/** Reads a 4xx that may be a refusal; `undefined` if nothing in it decides. */
function outcomeOfRefusal(
  { status, body }: Answer,
  { answer: rules, template }: AnswerRules,
  sent: SentRequest,
): Outcome | undefined {
  const { verdict, found } = readStatus(body, rules, sent);
  // Many APIs repeat the HTTP status at the place of a status.
  if (verdict !== 'none' && verdict !== 'unlisted')
    return { ...outcomes[verdict], ...reasonIn(body, rules, found) };
  if (status === 402) return declined;
  const texts = leavesOf(body).filter(({ value }) => typeof value === 'string');
  if (texts.some(({ value }) => saysDuplicate(String(value)))) return noAnswer;
  if (status === 409) return undefined;
  const error = memberOf(body, 'error');
  if (status === 400 && typeof error === 'string' && error !== '')
    return isOurMistake.test(error) ? configuration : { ...declined, alarm: 'risk_refused' };
  const fields = fieldsOf(body, template);
  if (!fields) return undefined;
  const code = 'threeDSecure' in fields ? 'three_ds_incomplete' : 'invalid_input';
  return { status: 'invalid', charge: 'not_charged', code, fields };
}

/** The document's own messages about the shop's settings. */
const isOurMistake = /seller not found|doctype inv[aá]lido/i;

const buyerEditable = /^(payer\.(document|name|email|phone)|installments|threeDSecure)$/;

const refusedCard: InputFields = Object.fromEntries(cardFields.map((name) => [name, ['refused']]));

/**
 * Maps the API's errors to our field names and faults, because the API's texts aren't for buyers. A
 * fault of one card field becomes a fault of all: otherwise, the answer would tell a card tester which of
 * them to guess next. Returns `undefined` if the buyer can't edit one of the fields.
 */
export function fieldsOf(body: unknown, template: Template): InputFields | undefined {
  const fields: InputFields = {};
  for (const [names, messages] of errorsIn(body)) {
    const name = names.map((said) => template.fieldOf(said)).find((field) => field !== undefined);
    if (name?.startsWith('card.')) Object.assign(fields, refusedCard);
    else if (name === undefined || !buyerEditable.test(name)) return undefined;
    else fields[name] = [name === 'threeDSecure' ? 'incomplete' : faultOf(messages)];
  }
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/**
 * Lists what is wrong, with what may name its member: `{errors: {card: {number: […]}}}`, or the items of
 * a list of any name, which may be the whole body.
 */
function errorsIn(body: unknown): [names: string[], messages: unknown][] {
  const members = typeof body === 'object' && body !== null ? Object.values(body) : [];
  const errors = memberOf(body, 'errors') ?? [body, ...members].find(Array.isArray);
  if (isObject(errors)) return flattened(errors);
  const items: readonly unknown[] = Array.isArray(errors) ? errors : [];
  return items.map((item) => [leavesOf(item).flatMap(({ value }) => scalarOf(value) ?? []), item]);
}

function flattened(errors: unknown, path: string[] = []): [names: string[], messages: unknown][] {
  if (isObject(errors)) {
    return Object.entries(errors).flatMap(([name, member]) => flattened(member, [...path, name]));
  }
  return path.length > 0 ? [[[path.join('.')], errors]] : [];
}

function faultOf(messages: unknown): InputFault {
  return /obrigat|required/i.test(JSON.stringify(messages)) ? 'required' : 'refused';
}
