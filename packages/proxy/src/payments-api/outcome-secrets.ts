import type { CheckoutRequest } from '@card-checkout/contract';
import { holdsCardData, maskedText, withoutCardData } from '../sensitive/card-data.ts';
import type { Config } from '../config/config.ts';
import type { Outcome } from '../attempt/outcome.ts';

/** Takes the card's data, and what the merchant wants hidden, out of what the API answered. */
export function withoutSecrets(
  outcome: Outcome,
  config: Pick<Config, 'responseFields'>,
  { card }: CheckoutRequest,
): Outcome {
  const { payment, reason, transactionId, ...rest } = outcome;
  const shown = Object.entries(payment ?? {}).filter(
    ([name]) => !config.responseFields || config.responseFields.has(name),
  );
  return {
    ...rest,
    ...(transactionId && !holdsCardData(transactionId, card) && { transactionId }),
    ...(reason && { reason: maskedText(reason, card) }),
    ...(payment && { payment: withoutCardData(Object.fromEntries(shown), card) }),
  };
}
