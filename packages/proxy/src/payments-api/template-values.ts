import type { Address, CheckoutRequest } from '@card-checkout/contract';
import type { Json } from '@card-checkout/contract/order';
import { chargedCentavos, type Order } from '../order/order.ts';

/** The values that a template may insert as `"$path"`. */
export const templatePaths = [
  'merchantId',
  'order.id',
  'order.amount',
  'order.amountDecimal',
  'order.cashAmount',
  'card.number',
  'card.holder',
  'card.expiry',
  'card.expiryMonth',
  'card.expiryYear',
  'card.securityCode',
  'card.kind',
  'payer.docType',
  'payer.document',
  'payer.name',
  'payer.email',
  'payer.phone',
  'payer.address',
  'installments',
  'threeDSecure.Cavv',
  'threeDSecure.Eci',
  'threeDSecure.Version',
  'threeDSecure.Xid',
  'threeDSecure.ReferenceId',
  'fraud.sessionId',
  'fraud.completed',
  'postbackUrl',
] as const;

export type TemplatePath = (typeof templatePaths)[number];

/** The value of each path; `undefined` if it was not given. */
export type TemplateValues = Record<TemplatePath, Json | undefined>;

/**
 * Collects the values of one attempt. What the merchant signed about the payer overrides what the
 * buyer typed. The amount to charge is in centavos in `order.amount`, and like `129.90` in
 * `order.amountDecimal`. `order.cashAmount` is without the interest of a plan, for a service that adds
 * it itself.
 */
export function templateValues(
  merchantId: number,
  order: Order,
  request: CheckoutRequest,
  postbackUrl?: string,
): TemplateValues {
  const { card, installments, threeDSecure, fraud } = request;
  const payer = { ...request.payer, ...order.payer };
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
    'payer.docType': payer.docType,
    'payer.document': payer.document,
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
