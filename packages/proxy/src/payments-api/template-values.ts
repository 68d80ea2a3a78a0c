import type { Address, CheckoutRequest, Json } from '@card-checkout/contract';
import { withDetails } from '@card-checkout/contract/payer';
import { chargedCentavos, type Order } from '../order/order.ts';

/** Values that a template may insert as `"$path"`, each with its meaning. */
export const templatePaths = {
  merchantId: 'MERCHANT_ID, a number',
  'order.id': "the order's id, `sub` of its token",
  'order.amount': 'what is charged, in centavos, with the interest of a plan',
  'order.amountDecimal': 'what is charged, in reais, a text like 129.90',
  'order.cashAmount': "the order's own amount in centavos, without the interest of a plan",
  'card.number': 'the digits of the card number',
  'card.holder': 'the name on the card',
  'card.expiry': 'a text like 2030-12',
  'card.expiryMonth': 'a text, 01 to 12',
  'card.expiryYear': 'a text like 2030',
  'card.securityCode': 'three or four digits, a text',
  'card.kind': 'credit or debit',
  'payer.docType': 'cpf or cnpj',
  'payer.document': 'the CPF or CNPJ without punctuation',
  'payer.name': "the buyer's name",
  'payer.email': "the buyer's e-mail address",
  'payer.phone': "the buyer's telephone number",
  'payer.address': "the buyer's address, an object",
  installments: 'how many, a number; 1 is paying at once',
  'threeDSecure.Cavv': 'the cryptogram of the authentication',
  'threeDSecure.Eci': 'the result of the authentication, two digits',
  'threeDSecure.Version': 'the version of 3-D Secure, like 2.2.0',
  'threeDSecure.Xid': 'the id of the authentication (Xid)',
  'threeDSecure.ReferenceId': 'another id of the authentication',
  'fraud.sessionId': 'the id of the session of the fraud script',
  'fraud.completed': 'whether the fraud script finished',
  postbackUrl: 'where to post back to about this very request; absent without PUBLIC_URL',
} as const;

export type TemplatePath = keyof typeof templatePaths;

export type TemplateValues = Record<TemplatePath, Json | undefined>;

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
