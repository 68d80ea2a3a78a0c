import { withDetails } from '@card-checkout/contract/payer';
import type { Outcome } from '../attempt/outcome.ts';
import { truncatedNumber, withoutCardData, withoutCardNumbers } from '../sensitive/card-data.ts';
import { maskedBody } from '../sensitive/masked-body.ts';
import type { Purchase } from '../order/purchase.ts';
import { isOdd } from './answer.ts';
import type { PostbackToken } from './postback.ts';
import type { Template, TemplateValues } from './template.ts';
import { isServerError, type UpstreamResult } from './upstream.ts';

export interface RequestRules {
  merchantId: number;
  template: Template;
  /** The base of postback addresses; `undefined` if the request holds none. */
  publicUrl: string | undefined;
}

export function requestOf(
  { merchantId, template, publicUrl }: RequestRules,
  purchase: Purchase,
  { secret, attemptId }: Pick<PostbackToken, 'secret' | 'attemptId'>,
): Record<string, unknown> {
  const postbackUrl = publicUrl && `${publicUrl}/api/postback/${secret}`;
  const ids = { merchantId, paymentId: attemptId, postbackUrl };
  return template.fillIn(templateValues(purchase, ids), purchase.order.fields);
}

const maxLoggedBody = 16_000;

/** Returns what to log of a try whose answer support must read, without card data. */
export function oddExchange(
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
  const values = {
    ...templateValues(purchase, { merchantId, paymentId, postbackUrl: undefined }),
    ...hidden,
    'card.number': truncatedNumber(card.number),
  };
  return withoutCardNumbers(withoutCardData(template.fillIn(values, purchase.order.fields), card));
}

const hidden = {
  'card.holder': undefined,
  'card.expiry': undefined,
  'card.expiryMonth': undefined,
  'card.expiryYear': undefined,
  'card.expiryShortYear': undefined,
  'card.securityCode': undefined,
  'threeDSecure.Cavv': undefined,
};

type Ids = Pick<TemplateValues, 'merchantId' | 'paymentId' | 'postbackUrl'>;

/** Collects an attempt's values. The payer that the shop signed overrides what the buyer typed. */
export function templateValues(
  { order, request, amountCentavos: amount, plan, card: { brand } }: Purchase,
  ids: Ids,
): TemplateValues {
  const { card, installments, threeDSecure, fraud } = request;
  const [expiryYear = '', expiryMonth] = card.expiry.split('-');
  const { docType, name, email, phone, address } = withDetails(request.payer, order.payer);
  const [firstName, ...lastNames] = name?.trim().split(/\s+/) ?? [];
  const [country, area, number] = phoneParts(phone);
  return {
    ...ids,
    'order.id': order.id,
    'order.amount': amount,
    'order.amountDecimal': (amount / 100).toFixed(2),
    'order.amountComma': (amount / 100).toFixed(2).replace('.', ','),
    'order.cashAmount': order.amountCentavos,
    installments,
    'plan.amount': plan?.amount,
    'plan.monthlyRate': plan?.monthlyRate,
    'card.number': card.number,
    'card.brand': brand,
    'card.holder': card.holder.trim(),
    'card.expiry': card.expiry,
    'card.expiryMonth': expiryMonth,
    'card.expiryYear': expiryYear,
    'card.expiryShortYear': expiryYear.slice(2),
    'card.securityCode': card.securityCode,
    'card.kind': card.kind,
    'payer.docType': docType,
    // The order's document only fills the field in.
    'payer.document': request.payer.document,
    'payer.name': name,
    'payer.firstName': firstName,
    'payer.lastName': lastNames.join(' ') || undefined,
    'payer.email': email,
    'payer.phone': phone,
    'payer.phone.country': country,
    'payer.phone.area': area,
    'payer.phone.number': number,
    'payer.address.street': address?.street,
    'payer.address.number': address?.number,
    'payer.address.complement': address?.complement,
    'payer.address.district': address?.district,
    'payer.address.city': address?.city,
    'payer.address.state': address?.state,
    'payer.address.zipCode': address?.zipCode,
    'payer.address.country': address?.country,
    'threeDSecure.Cavv': threeDSecure?.Cavv,
    'threeDSecure.Eci': threeDSecure?.Eci,
    'threeDSecure.Version': threeDSecure?.Version,
    'threeDSecure.Xid': threeDSecure?.Xid,
    'threeDSecure.ReferenceId': threeDSecure?.ReferenceId,
    'fraud.sessionId': fraud?.sessionId,
    'fraud.completed': fraud?.completed,
  };
}

/** Returns country, area and number of a Brazilian telephone, with or without its 55 or a zero. */
function phoneParts(phone = ''): (string | undefined)[] {
  const [, area, number] =
    /^(?:\+?55|\+?550|0)?([1-9]\d)(\d{8,9})$/.exec(phone.replaceAll(/[^\d+]/g, '')) ?? [];
  return area ? ['55', area, number] : [];
}
