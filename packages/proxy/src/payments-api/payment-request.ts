import type { Address, CheckoutRequest } from '@card-checkout/contract';
import { withDetails } from '@card-checkout/contract/payer';
import { truncatedNumber, withoutCardData, withoutCardNumbers } from '../sensitive/card-data.ts';
import { chargedCentavos, type Order } from '../order/order.ts';
import type { PostbackToken } from './postback.ts';
import type { Template, TemplateValues } from './template.ts';

export interface RequestRules {
  merchantId: number;
  template: Template;
  publicUrl: string | undefined;
}

export function requestOf(
  { merchantId, template, publicUrl }: RequestRules,
  order: Order,
  request: CheckoutRequest,
  { secret }: Pick<PostbackToken, 'secret'>,
): Record<string, unknown> {
  const postbackUrl = publicUrl && `${publicUrl}/api/postback/${secret}`;
  return template.fill(templateValues(merchantId, order, request, postbackUrl), order.fields);
}

/**
 * Builds the same body for the log after a 5xx (docs/payments-api.md). It keeps the card's
 * kind and first six and last four digits, and no cryptogram. Card numbers in other fields go, too.
 */
export function loggableRequest(
  { merchantId, template }: RequestRules,
  order: Order,
  request: CheckoutRequest,
): unknown {
  const shown = template.fill(loggableValues(merchantId, order, request), order.fields);
  return withoutCardNumbers(withoutCardData(shown, request.card));
}

function loggableValues(...given: Parameters<typeof templateValues>): TemplateValues {
  const [, , { card }] = given;
  return {
    ...templateValues(...given),
    'card.number': truncatedNumber(card.number),
    'card.holder': undefined,
    'card.expiry': undefined,
    'card.expiryMonth': undefined,
    'card.expiryYear': undefined,
    'card.securityCode': undefined,
    'threeDSecure.Cavv': undefined,
  };
}

/** Collects an attempt's values. The payer that the shop signed overrides what the buyer typed. */
export function templateValues(
  merchantId: number,
  order: Order,
  request: CheckoutRequest,
  postbackUrl?: string,
): TemplateValues {
  const { card, installments, threeDSecure, fraud } = request;
  const payer = withDetails(request.payer, order.payer);
  const [expiryYear, expiryMonth] = card.expiry.split('-');
  const amountCentavos = chargedCentavos(order, request);
  return {
    merchantId,
    'order.id': order.id,
    'order.amount': amountCentavos,
    'order.amountDecimal': (amountCentavos / 100).toFixed(2),
    'order.cashAmount': order.amountCentavos,
    'card.number': card.number,
    'card.holder': card.holder.trim(),
    'card.expiry': card.expiry,
    'card.expiryMonth': expiryMonth,
    'card.expiryYear': expiryYear,
    'card.securityCode': card.securityCode,
    'card.kind': card.kind,
    // The order's document only fills the field in.
    'payer.docType': request.payer.docType,
    'payer.document': request.payer.document,
    'payer.name': payer.name,
    'payer.email': payer.email,
    'payer.phone': payer.phone,
    'payer.address': payer.address && definedMembers(payer.address),
    installments,
    'threeDSecure.Cavv': threeDSecure?.Cavv,
    'threeDSecure.Eci': threeDSecure?.Eci,
    'threeDSecure.Version': threeDSecure?.Version,
    'threeDSecure.Xid': threeDSecure?.Xid,
    'threeDSecure.ReferenceId': threeDSecure?.ReferenceId,
    'fraud.sessionId': fraud?.sessionId,
    'fraud.completed': fraud?.completed,
    postbackUrl,
  };
}

function definedMembers(address: Address): Record<string, string> {
  const members: Record<string, string> = {};
  for (const [name, value] of Object.entries(address))
    if (value !== undefined) members[name] = value;
  return members;
}
