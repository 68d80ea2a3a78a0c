import type { CheckoutRequest } from '@card-checkout/contract';
import { truncatedNumber, withoutCardData, withoutCardNumbers } from '../sensitive/card-data.ts';
import type { Order } from '../order/order.ts';
import type { PostbackToken } from './postback.ts';
import { templateValues, type TemplateValues } from './template-values.ts';
import type { Template } from './template.ts';

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
