import type {
  CheckoutRequest,
  InstallmentPlan,
  OrderClaims,
  PayerDetails,
} from '@card-checkout/contract';
import { findCardBrand } from '@card-checkout/contract/card-brand';
import { isCompleteProof } from '@card-checkout/contract/three-ds';

/** What the merchant wants to be paid. */
export interface Order {
  id: string;
  amountCentavos: number;
  /** The most installments that the buyer may choose; 1 by default. */
  maxInstallments: number;
  /** If given, a credit card may choose only one of these. */
  plans?: InstallmentPlan[] | undefined;
  payer?: PayerDetails | undefined;
  /** Extra members for the request to the payments API. */
  fields?: OrderClaims['fields'];
  /** When it was signed (`iat`), in seconds since 1970; absent for an unsigned order. */
  signedAt?: number;
  /** When the token expires, in milliseconds since 1970; never when absent. */
  expiresAtMs?: number;
}

/** How long after its expiry an order takes a payment whose authentication began before. */
const authenticationLeewayMs = 5 * 60_000;

/** How the buyer pays. */
type Choice = Pick<CheckoutRequest, 'card' | 'installments'>;

/**
 * Whether the order's time is over for this payment. Authentication takes the buyer up to 90 s after
 * the press (docs/payments-api.md), so a payment that brings a complete proof gets a leeway.
 */
export function hasExpired(
  { expiresAtMs = Infinity }: Order,
  request: Pick<CheckoutRequest, 'card' | 'threeDSecure'>,
  now: Date,
): boolean {
  const leewayMs = isAuthenticated(request) ? authenticationLeewayMs : 0;
  return expiresAtMs + leewayMs <= now.getTime();
}

/** Whether a payment brings a proof that shifts the liability for its card away from the merchant. */
export function isAuthenticated({
  card,
  threeDSecure,
}: Pick<CheckoutRequest, 'card' | 'threeDSecure'>): boolean {
  return isCompleteProof(threeDSecure, findCardBrand(card.number));
}

/** How far the clock of the shop's server may be ahead of ours: a wrong clock must not stop a shop. */
const clockLeewayMs = 86_400_000;

/**
 * Whether an order claims to be signed more than a day from now. It would be newer than every token
 * that the shop signs until then, and so close the order to them.
 */
export function isPostdated({ signedAt = 0 }: Pick<Order, 'signedAt'>, now: Date): boolean {
  return signedAt * 1000 > now.getTime() + clockLeewayMs;
}

/** Returns the amount to charge: the total of the chosen plan, or the order's own amount. */
export function chargedCentavos(order: Order, request: Choice): number {
  return planOf(order, request)?.total ?? order.amountCentavos;
}

/** Whether the order may be paid in as many installments. Debit is paid at once. */
export function offersInstallments(order: Order, request: Choice): boolean {
  const { card, installments } = request;
  if (card.kind === 'debit') return installments === 1;
  if (!order.plans) return installments <= order.maxInstallments;
  return planOf(order, request) !== undefined;
}

function planOf({ plans }: Order, { card, installments }: Choice): InstallmentPlan | undefined {
  if (card.kind === 'debit') return undefined;
  return plans?.find(({ count }) => count === installments);
}
