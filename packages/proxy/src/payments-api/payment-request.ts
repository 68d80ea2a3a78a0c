import { withoutCardData, withoutCardNumbers } from '../sensitive/card-data.ts';
import { maskedBody } from '../sensitive/masked-body.ts';
import type { Purchase } from '../order/purchase.ts';
import { isOdd, outcomeOf, type AnswerRules } from './answer.ts';
import type { PostbackToken } from '../sensitive/postback-token.ts';
import { templateValues, type TemplateValues } from './template-paths.ts';
import type { Template } from './template.ts';
import { isServerError, type Upstream } from '../upstream/upstream.ts';

export interface RequestRules {
  merchantId: string;
  template: Template;
  /** The base of postback addresses; `undefined` if the request holds none. */
  postbackBase: string | undefined;
}

const maxLoggedBody = 16_000;

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
  const request = isServerError(result)
    ? loggableRequest(rules.template, purchase, values)
    : undefined;
  const odd = isOdd(result, outcome)
    ? { request, body: maskedBody(result.text, purchase.request).slice(0, maxLoggedBody) }
    : undefined;
  return { result, outcome: { ...outcome, ...httpStatus }, odd };
}

export function requestValues(
  { merchantId, postbackBase }: Omit<RequestRules, 'template'>,
  purchase: Purchase,
  { secret, paymentId }: Pick<PostbackToken, 'secret' | 'paymentId'>,
) {
  const postbackUrl = postbackBase && `${postbackBase}/api/postback/${secret}`;
  return templateValues(purchase, { merchantId, paymentId, postbackUrl });
}

/**
 * Builds the same body for the log after a 5xx (docs/payments-api.md). It keeps the card's kind, brand
 * and first six and last four digits, and no cryptogram. Card numbers in other fields go, too.
 */
export function loggableRequest(
  template: Template,
  { request: { card }, order, shownNumber }: Purchase,
  values: TemplateValues,
): unknown {
  const shown: TemplateValues = (path) => {
    if (path === 'card.number') return shownNumber;
    return hidden.test(path) ? undefined : values(path);
  };
  return withoutCardNumbers(withoutCardData(template.fillIn(shown, order.fields), card));
}

const hidden = /^(?:card\.(?!brand$|kind$)|threeDSecure\.(?:Cavv|ReferenceId)$|postbackUrl$)/;
