import { withDetails } from '@card-checkout/contract/payer';
import { truncatedNumber, withoutCardData, withoutCardNumbers } from '../sensitive/card-data.ts';
import type { Purchase } from '../order/purchase.ts';
import type { PostbackToken } from './postback.ts';
import type { Template } from './template.ts';

export interface RequestRules {
  merchantId: number;
  template: Template;
  publicUrl: string | undefined;
}

export function requestOf(
  { merchantId, template, publicUrl }: RequestRules,
  purchase: Purchase,
  { secret }: Pick<PostbackToken, 'secret'>,
): Record<string, unknown> {
  const postbackUrl = publicUrl && `${publicUrl}/api/postback/${secret}`;
  return template.fillIn(templateValues(merchantId, purchase, postbackUrl), purchase.order.fields);
}

/**
 * Builds the same body for the log after a 5xx (docs/payments-api.md). It keeps the card's
 * kind and first six and last four digits, and no cryptogram. Card numbers in other fields go, too.
 */
export function loggableRequest(
  { merchantId, template }: RequestRules,
  purchase: Purchase,
): unknown {
  const { card, threeDSecure } = purchase.request;
  const values = {
    ...templateValues(merchantId, purchase),
    card: { number: truncatedNumber(card.number), kind: card.kind },
    threeDSecure: { ...threeDSecure, Cavv: undefined },
  };
  return withoutCardNumbers(withoutCardData(template.fillIn(values, purchase.order.fields), card));
}

/** Collects an attempt's values. The payer that the shop signed overrides what the buyer typed. */
export function templateValues(
  merchantId: number,
  { order, request, amountCentavos: amount }: Purchase,
  postbackUrl?: string,
): object {
  const { card, payer, installments, threeDSecure, fraud } = request;
  const [expiryYear, expiryMonth] = card.expiry.split('-');
  return {
    merchantId,
    order: {
      id: order.id,
      amount,
      amountDecimal: (amount / 100).toFixed(2),
      cashAmount: order.amountCentavos,
    },
    card: { ...card, holder: card.holder.trim(), expiryMonth, expiryYear },
    // The order's document only fills the field in.
    payer: { ...withDetails(payer, order.payer), document: payer.document },
    installments,
    threeDSecure,
    fraud,
    postbackUrl,
  };
}
