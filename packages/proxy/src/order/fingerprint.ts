import { hash } from 'node:crypto';
import type { ThreeDSecure } from '@card-checkout/contract';
import { truncatedNumber } from '../sensitive/card-data.ts';
import type { Purchase } from './purchase.ts';

/**
 * Hashes what makes two requests the same payment, so that one idempotency key can't pay twice. Leaves
 * out the middle of the card number and the security code, which must not be stored even as a hash
 * (PCI DSS 3.3.1), and the token, because a shop may sign an order again.
 */
export function fingerprintOf({ order, request, amountCentavos }: Purchase): string {
  const { card, payer, installments, threeDSecure } = request;
  const identity = {
    order: order.id,
    amount: amountCentavos,
    kind: card.kind,
    number: truncatedNumber(card.number),
    expiry: card.expiry,
    holder: card.holder,
    payer,
    installments,
    threeDSecure,
  };
  return hash('sha256', JSON.stringify(identity));
}

/**
 * Hashes the 20 bytes of a Cavv, so that every spelling is the same proof: hex, and whatever a lenient
 * API takes for base64. Any other text is hashed unchanged.
 */
export function proofHashOf({ Cavv }: ThreeDSecure): string | undefined {
  if (!Cavv) return undefined;
  const isHex = /^\s*[\dA-Fa-f]{40}\s*$/.test(Cavv);
  const bytes = Buffer.from(isHex ? Cavv.trim() : Cavv, isHex ? 'hex' : 'base64');
  return hash('sha256', bytes.length === 20 ? bytes : Cavv, 'base64url');
}
