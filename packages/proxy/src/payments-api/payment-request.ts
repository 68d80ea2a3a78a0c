import type { Outcome } from '../attempt/outcome.ts';
import { withoutCardData, withoutCardNumbers } from '../sensitive/card-data.ts';
import { maskedBody } from '../sensitive/masked-body.ts';
import type { Purchase } from '../order/purchase.ts';
import { isOdd, outcomeOf, type AnswerRules } from './answer.ts';
import type { PostbackToken } from './postback.ts';
import { templateValues, type TemplateValues } from './template-paths.ts';
import type { Template } from './template.ts';
import { isServerError, type Upstream, type UpstreamResult } from './upstream.ts';

export interface RequestRules {
  merchantId: string;
  template: Template;
  /** The base of postback addresses; `undefined` if the request holds none. */
  publicUrl: string | undefined;
}

/**
 * Sends a purchase once. Returns the outcome, and what support must read if the answer is odd. Never
 * throws. `mayLeave` is as in `SendOptions`.
 */
export async function sendPurchase(
  { rules, upstream }: { rules: RequestRules & AnswerRules; upstream: Upstream },
  purchase: Purchase,
  token: PostbackToken,
  mayLeave?: () => Promise<boolean>,
) {
  const values = requestValues(rules, purchase, token);
  const body = rules.template.fillIn(values, purchase.order.fields);
  const result = await upstream.send(body, { values, postbackSecret: token.random, mayLeave });
  const outcome = outcomeOf(result, rules, { request: purchase.request, body });
  const httpStatus = result.kind === 'answer' ? { httpStatus: result.status } : {};
  const odd = oddExchange(result, outcome, rules, purchase, token.paymentId);
  return { result, outcome: { ...outcome, ...httpStatus }, odd };
}

/** Says which payment a request is for. `secret` is its postback's. */
export type RequestToken = Pick<PostbackToken, 'secret' | 'paymentId'>;

export function requestValues(
  { merchantId, publicUrl }: Omit<RequestRules, 'template'>,
  purchase: Purchase,
  { secret, paymentId }: RequestToken,
) {
  const postbackUrl = publicUrl && `${publicUrl}/api/postback/${secret}`;
  return templateValues(purchase, { merchantId, paymentId, postbackUrl });
}

const maxLoggedBody = 16_000;

/** Returns what to log of a try whose answer support must read, without card data. */
function oddExchange(
  result: UpstreamResult,
  outcome: Outcome,
  rules: RequestRules,
  purchase: Purchase,
  paymentId: string,
) {
  if (!isOdd(result, outcome)) return undefined;
  return {
    request: isServerError(result) ? loggableRequest(rules, purchase, paymentId) : undefined,
    body: maskedBody(result.text, purchase.request).slice(0, maxLoggedBody),
  };
}

/**
 * Builds the same body for the log after a 5xx (docs/payments-api.md). It keeps the card's kind, brand
 * and first six and last four digits, and no cryptogram. Card numbers in other fields go, too.
 */
export function loggableRequest(
  { merchantId, template }: RequestRules,
  purchase: Purchase,
  paymentId: string,
): unknown {
  const { card } = purchase.request;
  const values = templateValues(purchase, { merchantId, paymentId, postbackUrl: undefined });
  const shown: TemplateValues = (path) => {
    if (path === 'card.number') return purchase.shownNumber;
    return hidden.test(path) ? undefined : values(path);
  };
  return withoutCardNumbers(withoutCardData(template.fillIn(shown, purchase.order.fields), card));
}

const hidden = /^(?:card\.(?!brand$|kind$)|threeDSecure\.Cavv$)/;
