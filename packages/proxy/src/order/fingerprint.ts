import { hash } from 'node:crypto';
import type { CheckoutRequest } from '@card-checkout/contract';
import { truncatedNumber } from '../sensitive/card-data.ts';
import { chargedCentavos, type Order } from './order.ts';

/**
 * Hashes what makes two requests the same payment, so that a key can't be used for another one.
 * Leaves out the middle of the card number and the security code: neither may be stored, not
 * even hashed (PCI DSS 3.3.1). Leaves out the token, for a merchant may sign an order again. What
 * was parsed has its members in the order of the schema, whatever order they came in.
 */
export function fingerprintOf(order: Order, request: CheckoutRequest): string {
  const { card, payer, installments, threeDSecure } = request;
  const same = {
    order: order.id,
    amount: chargedCentavos(order, request),
    kind: card.kind,
    number: truncatedNumber(card.number),
    expiry: card.expiry,
    holder: card.holder,
    payer,
    installments,
    threeDSecure,
  };
  return hash('sha256', JSON.stringify(same));
}
