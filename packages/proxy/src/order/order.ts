import type { CheckoutRequest, InstallmentPlan, OrderClaims } from '@card-checkout/contract';
import { findCardBrand } from '@card-checkout/contract/card-brand';
import { isCompleteProof, longestAuthenticationMs } from '@card-checkout/contract/three-ds';

export interface Order {
  id: string;
  amountCentavos: number;
  maxInstallments: number;
  /** If given, a credit card may choose only one of these. */
  plans?: InstallmentPlan[] | undefined;
  payer?: OrderClaims['payer'];
  fields?: OrderClaims['fields'];
  /** When it was signed (`iat`), in seconds since 1970. */
  signedAt: number;
  /** When the token expires, in milliseconds since 1970. */
  expiresAtMs: number;
}

/** How long an expired order still accepts a payment whose authentication began before. */
const authenticationLeewayMs = longestAuthenticationMs + 5 * 60_000;

type Choice = Pick<CheckoutRequest, 'card' | 'installments'>;

/** The buyer pressed before the bank was asked, so a complete proof gets leeway. */
export function hasExpired(
  { expiresAtMs }: Order,
  request: Pick<CheckoutRequest, 'card' | 'threeDSecure'>,
  now: Date,
): boolean {
  const leewayMs = isAuthenticated(request) ? authenticationLeewayMs : 0;
  return expiresAtMs + leewayMs <= now.getTime();
}

/** Whether a complete proof shifts liability away from the merchant. */
export function isAuthenticated({
  card,
  threeDSecure,
}: Pick<CheckoutRequest, 'card' | 'threeDSecure'>): boolean {
  return isCompleteProof(threeDSecure, findCardBrand(card.number));
}

export function chargedCentavos(order: Order, request: Choice): number {
  return planOf(order, request)?.total ?? order.amountCentavos;
}

/** Debit is paid at once. */
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
