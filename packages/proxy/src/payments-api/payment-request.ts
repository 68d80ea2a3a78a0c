import type { CheckoutRequest } from '@card-checkout/contract';
import { truncatedNumber, withoutCardData, withoutCardNumbers } from '../sensitive/card-data.ts';
import type { Config } from '../config/config.ts';
import type { Order } from '../order/order.ts';
import type { PostbackToken } from './postback.ts';
import { templateValues, type TemplateValues } from './template-values.ts';

type Builder = Pick<Config, 'merchantId' | 'template' | 'publicUrl'>;

/** Builds the body of `POST /api/checkout/` at the payments API (contract section 7). */
export function requestOf(
  { merchantId, template, publicUrl }: Builder,
  order: Order,
  request: CheckoutRequest,
  token: PostbackToken,
): Record<string, unknown> {
  const postbackUrl = publicUrl && `${publicUrl}/api/postback/${token.secret}`;
  return template.fill(templateValues(merchantId, order, request, postbackUrl), order.fields);
}

/**
 * Builds the same body for the log, as payments-api.md section 7 asks after a 5xx: of the card only
 * its kind and the first six and last four digits, of the authentication no cryptogram. A buyer may
 * have typed another card's number into some other field.
 */
export function loggableRequest(
  { merchantId, template }: Builder,
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
