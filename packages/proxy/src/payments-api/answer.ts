import type { CheckoutRequest, InputFault, InputFields } from '@card-checkout/contract';
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
import { securityCodeName, textWithoutCard, withoutCardData } from '../sensitive/card-data.ts';
import { maskedBody } from '../sensitive/masked-body.ts';
import { statedAmountIn, transactionIdIn } from './body.ts';
import { allMembersOf, reasonAmong, type Member } from './members.ts';
import { readStatus, type PaymentWords, type StatusReading } from './status.ts';
import { holds } from './status-words.ts';
import type { Template } from './template.ts';
import type { UpstreamResult } from './upstream.ts';

type Answer = Extract<UpstreamResult, { kind: 'answer' }>;

/** How to read what docs/payments-api.md doesn't describe. */
export interface AnswerRules {
  words: PaymentWords;
  template: Template;
  responseFields: ReadonlySet<string>;
}

/** Reads a try's outcome from the answer, without card data. docs/payments-api.md has a table of all answers. */
export function outcomeOf(
  result: UpstreamResult,
  rules: AnswerRules,
  request: CheckoutRequest,
): Outcome {
  if (result.kind === 'not_sent') return nothingSent;
  if (result.kind === 'no_answer') return noAnswer;
  return withoutSecrets(outcomeOfAnswer(result, rules), rules, request);
}

function outcomeOfAnswer(answer: Answer, rules: AnswerRules): Outcome {
  const { status, body, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return outcomeOfSuccess(answer, rules);
  return {
    ...reasonFrom([], body, rules),
    ...outcomeOfFailure(answer, rules),
    ...(retryAfterMs && { retryAfterMs }),
  };
}

function outcomeOfFailure({ status, body, text }: Answer, rules: AnswerRules): Outcome {
  if (status >= 500) return outcomeOf5xx(body, rules);
  if (status === 429) return rateLimited;
  if (mayRefuse.has(status)) {
    const isSentence = body === undefined && /^[^<]{1,300}$/.test(text);
    const outcome = outcomeOfRefusal(status, isSentence ? text : body, rules);
    if (outcome) return outcome;
  }
  return mayBeProcessed.has(status) ? noAnswer : configuration;
}

/** Whether to log the whole body: a 5xx, or a 3xx or 4xx that isn't a decline. */
export function isOdd(result: UpstreamResult, { code }: Outcome): result is Answer {
  if (result.kind !== 'answer' || result.status < 300) return false;
  return result.status >= 500 || code === 'configuration' || code === 'no_answer';
}

const mayRefuse: ReadonlySet<number> = new Set([400, 402, 409, 412, 422]);

/** 303 means that the POST was processed (RFC 9110, 15.4.4); the others don't rule it out. */
const mayBeProcessed: ReadonlySet<number> = new Set([303, 408, 409, 425]);

/** Removes the buyer's card, and members that the merchant doesn't show. */
function withoutSecrets(
  outcome: Outcome,
  { responseFields }: AnswerRules,
  request: CheckoutRequest,
): Outcome {
  const { card } = request;
  const { payment, reason, transactionId: id, ...rest } = outcome;
  const transactionId = id && textWithoutCard(id, card);
  return {
    ...rest,
    ...(transactionId && { transactionId }),
    ...(reason && { reason: shortReason(maskedBody(reason, request)) }),
    ...(payment && { payment: withoutCardData(visibleMembers(payment, responseFields), card) }),
  };
}

/** Returns the first 300 characters of a reason without card data, as any database can store them. */
export function shortReason(reason: string): string {
  return reason
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 300)
    .toWellFormed();
}

export function visibleMembers(body: object, fields: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.has(name)));
}

/** A 5xx never means declined: its words may describe the failure instead of the payment. */
function outcomeOf5xx(body: unknown, rules: AnswerRules): Outcome {
  const { words } = rules;
  const transactionId = transactionIdIn(body, words);
  const { verdict, found } = readStatus(body, words);
  // An id beside an error may be the request's.
  if (transactionId === undefined || verdict === 'unknown') return mayBeCharged;
  return {
    ...(verdict === 'paid' ? approved : pending),
    ...reasonFrom(found, body, rules),
    transactionId,
  };
}

function outcomeOfSuccess({ text, body }: Answer, rules: AnswerRules): Outcome {
  const { words } = rules;
  if (text.trim() !== '' && body !== null && !isObject(body)) return noAnswer;
  const { verdict, found } = readStatus(body, words);
  const transactionId = transactionIdIn(body, words);
  const statedCentavos = statedAmountIn(body);
  return {
    ...outcomesOf2xx[verdict],
    ...reasonFrom(found, body, rules),
    ...(isObject(body) && { payment: body }),
    ...(transactionId && { transactionId }),
    ...(statedCentavos && { statedCentavos }),
  };
}

function reasonFrom(
  found: readonly Member[],
  body: unknown,
  { words }: AnswerRules,
): Pick<Outcome, 'reason'> {
  const reason = reasonAmong(found, body, words);
  return reason === undefined ? {} : { reason };
}

const outcomesOf2xx: Readonly<Record<StatusReading['verdict'], Outcome>> = {
  paid: approved,
  none: approved,
  declined,
  pending,
  unknown: { ...pending, alarm: 'unknown_status' },
};

function textsIn(body: unknown) {
  return allMembersOf(body).filter(
    (member): member is Member & { value: string } => typeof member.value === 'string',
  );
}

/** Reads a 4xx that may be a refusal; `undefined` if its words don't decide. */
function outcomeOfRefusal(status: number, body: unknown, rules: AnswerRules): Outcome | undefined {
  const texts = textsIn(body);
  if (texts.some(({ value }) => /seller not found|doctype inv[aá]lido/i.test(value)))
    return configuration;
  const error = memberOf(body, 'error');
  if (status === 400 && typeof error === 'string' && error !== '')
    return { ...declined, alarm: 'risk_refused' };
  const refusals = texts.filter(({ value }) => holds('refusal', value));
  // A duplicate may be refused because the payment was processed.
  const isDuplicate =
    status === 409 && texts.some(({ value }) => /duplic|already|\bj[aá]\b/i.test(value));
  if (status === 402 || (refusals.length > 0 && !isDuplicate))
    return { ...declined, ...reasonFrom(refusals, body, rules) };
  const fields = status === 409 ? undefined : fieldsOf(body, rules.template);
  if (!fields) return undefined;
  const code = 'threeDSecure' in fields ? 'three_ds_incomplete' : 'invalid_input';
  return { status: 'invalid', charge: 'not_charged', code, fields };
}

const buyerEditable = /^(payer\.(document|name|email|phone)|installments|threeDSecure)$/;

const cardWords = /card|cart[aã]o|tarjeta|validade|expir(?:y|ation)/i;

const refusedCard: InputFields = Object.fromEntries(cardFields.map((name) => [name, ['refused']]));

/**
 * Maps the API's errors to our field names and faults, because the API's texts aren't for buyers. A
 * fault of one card field becomes a fault of all: otherwise, the answer would tell a card tester which of
 * them to guess next. Returns `undefined` if the buyer can't edit one of the fields.
 */
export function fieldsOf(body: unknown, template: Template): InputFields | undefined {
  const fields: InputFields = {};
  for (const [names, messages] of errorsIn(body)) {
    const found = names.map((said) => template.fieldOf(said)).find((field) => field !== undefined);
    const name = found ?? (faultsCard([names, messages]) ? 'card.number' : '');
    if (Object.hasOwn(refusedCard, name)) Object.assign(fields, refusedCard);
    else if (!buyerEditable.test(name)) return undefined;
    else fields[name] = [name === 'threeDSecure' ? 'incomplete' : faultOf(messages)];
  }
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** Whether an error is about the card, in words that the request lacks. A missing value isn't a guess. */
function faultsCard(error: unknown): boolean {
  const said = JSON.stringify(error);
  const isWrong = /inv[aá]lid|incorre|wrong|errad/i.test(said) && cardWords.test(said);
  return (isWrong || securityCodeName.test(said)) && faultOf(said) === 'refused';
}

/**
 * Lists what is wrong, with what may name its member: `{errors: {card: {number: […]}}}`, or a list of
 * objects or sentences of any name, which may be the whole body; or else what judges the card.
 */
function errorsIn(body: unknown): [names: string[], messages: unknown][] {
  const objects = allMembersOf(body).filter(({ value }) => typeof value === 'object');
  const errors = (
    objects.find(({ isError }) => isError) ?? objects.find(({ value }) => Array.isArray(value))
  )?.value;
  if (isObject(errors)) return flattened(errors);
  const texts = textsIn(body).map(({ value }) => value);
  const list: readonly unknown[] = Array.isArray(errors) ? errors : texts.filter(faultsCard);
  return list.map((item) => [textsIn(item).map(({ value }) => value), item]);
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
