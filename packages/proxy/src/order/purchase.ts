import { hash } from 'node:crypto';
import type { CheckoutRequest, ProofKind, ThreeDSecure } from '@card-checkout/contract';
import { findCardBrand } from '@card-checkout/contract/card-brand';
import type { InstallmentPlan } from '@card-checkout/contract/order';
import type { PaidCard } from '@card-checkout/contract/payment';
import { isCompleteProof } from '@card-checkout/contract/three-ds';
import { truncatedNumber } from '../sensitive/card-data.ts';
import type { Order } from './order-token.ts';

/** An order with the request to pay it, and everything that follows from both. */
export interface Purchase {
  order: Order;
  request: CheckoutRequest;
  /** What is charged, with the interest of the chosen plan. */
  amountCentavos: number;
  /** The chosen plan, if the order has plans. */
  plan: InstallmentPlan | undefined;
  /** What a shop may keep of the card (PCI DSS 3.5.1). */
  card: PaidCard;
  /** The first six and last four digits, for the log. */
  shownNumber: string;
  fingerprint: string;
  proofHash: string | undefined;
  /** Whether a complete proof shifts liability away from the merchant. */
  isAuthenticated: boolean;
  /** Whether the order offers the chosen installments. */
  isOffered: boolean;
}

export function purchaseOf(
  order: Order,
  request: CheckoutRequest,
  proof: ProofKind = 'cavv',
): Purchase {
  const { plans, maxInstallments } = order;
  const { installments, threeDSecure } = request;
  const { number, kind } = request.card;
  // Debit is paid at once.
  const isDebit = kind === 'debit';
  const plan = isDebit ? undefined : plans?.find(({ count }) => count === installments);
  const most = isDebit ? 1 : maxInstallments;
  const brand = findCardBrand(number);
  const amountCentavos = plan?.total ?? order.amountCentavos;
  const shownNumber = truncatedNumber(number);
  return {
    order,
    request,
    amountCentavos,
    plan,
    shownNumber,
    fingerprint: fingerprintOf(request, order.id, amountCentavos, shownNumber),
    proofHash: threeDSecure && proofHashOf(threeDSecure, proof),
    card: { ...(brand && { brand }), last4: number.slice(-4), kind },
    isAuthenticated: isCompleteProof(threeDSecure, brand, proof),
    isOffered: plans && !isDebit ? plan !== undefined : installments <= most,
  };
}

/**
 * Hashes what makes two requests the same payment, so that one idempotency key can't pay twice. Leaves
 * out the middle of the card number and the security code, which must not be stored even as a hash
 * (PCI DSS 3.3.1), and the token, because a shop may sign an order again.
 */
function fingerprintOf(
  { card, payer, installments, threeDSecure }: CheckoutRequest,
  order: string,
  amount: number,
  number: string,
): string {
  const identity = {
    order,
    amount,
    kind: card.kind,
    number,
    expiry: card.expiry,
    holder: card.holder,
    payer,
    installments,
    threeDSecure,
  };
  return hash('sha256', JSON.stringify(identity));
}

/**
 * Hashes an authentication's reference, or the 20 bytes of its Cavv. Every spelling of a Cavv is the
 * same proof: hex, and whatever a lenient API takes for base64. Any other text is hashed unchanged.
 */
function proofHashOf({ Cavv, ReferenceId }: ThreeDSecure, kind: ProofKind): string | undefined {
  if (kind === 'reference') return ReferenceId && hash('sha256', ReferenceId, 'base64url');
  if (!Cavv) return undefined;
  const isHex = /^\s*[\dA-Fa-f]{40}\s*$/.test(Cavv);
  const bytes = Buffer.from(isHex ? Cavv.trim() : Cavv, isHex ? 'hex' : 'base64');
  return hash('sha256', bytes.length === 20 ? bytes : Cavv, 'base64url');
}
